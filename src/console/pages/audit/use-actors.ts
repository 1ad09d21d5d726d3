import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';

interface ActorGroup {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Equal names get their ids, because two options must not have one name. */
const distinct = (items: ActorGroup['items']): ActorGroup['items'] => {
  const names = new Map<string, number>();
  for (const { label } of items) names.set(label, (names.get(label) ?? 0) + 1);
  return items.map(({ value, label }) => ({
    value,
    label: names.get(label)! > 1 ? `${label} (${value.split(':')[1]!.slice(0, 8)})` : label,
  }));
};

/** Everybody that the user may know, and those whose entries are shown, as options `type:id`. */
export const useActors = (shown: ReadonlyMap<string, string>): ActorGroup[] => {
  const { organizationId = '' } = useSession();
  const ability = useCanInOrganization();
  const users = api.useQuery(
    'get',
    '/api/v2/organizations/{organizationId}/memberships',
    { params: { path: { organizationId } } },
    { enabled: organizationId !== '' && ability.can('read', 'member'), staleTime: 60_000 },
  ).data?.users;
  const identities = api.useQuery(
    'get',
    '/api/v1/identities',
    { params: { query: { offset: 0, limit: 1000 } } },
    { enabled: ability.can('read', 'identity'), staleTime: 60_000 },
  ).data?.identities;
  const listed = {
    user: (users ?? []).map(({ user: { id, username } }) => ({ value: `user:${id}`, label: username })),
    identity: (identities ?? []).map(({ identity: { id, name } }) => ({ value: `identity:${id}`, label: name })),
  };
  const withShown = (type: 'user' | 'identity') => {
    const known = new Set(listed[type].map(({ value }) => value));
    const others = [...shown].filter(([value]) => value.startsWith(`${type}:`) && !known.has(value));
    return distinct([...listed[type], ...others.map(([value, label]) => ({ value, label }))]);
  };
  return [
    {
      group: 'Everybody of a kind',
      items: [
        { value: 'user', label: 'All users' },
        { value: 'identity', label: 'All machine identities' },
        { value: 'service', label: 'All service tokens' },
        { value: 'platform', label: 'The server itself' },
      ],
    },
    { group: 'Users', items: withShown('user') },
    { group: 'Machine identities', items: withShown('identity') },
  ];
};
