import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { useProject } from '../layout/project.tsx';
import { grantName } from '../members/role-names.ts';
import { useNow, useReloadAt } from './now.ts';
import { stateOf, type Span } from './period.ts';

type Origin = components['schemas']['RuleOrigin'];

interface OwnGrant extends Span {
  readonly id: string;
  /** "Privilege read-prod". */
  readonly name: string;
}

const ownGrant = ({ id, startsAt, endsAt, group, ...grant }: Origin): OwnGrant => ({
  id,
  name: `${grant.type === 'role' ? 'the role' : 'the privilege'} ${grantName(grant)}${group ? ` through ${group.name}` : ''}`,
  startsAt: startsAt === null ? 0 : Date.parse(startsAt),
  endsAt: endsAt === null ? Infinity : Date.parse(endsAt),
});

/** What the user has for a time in the project, or had recently, and whom to ask after it has ended. */
export const useOwnAccess = () => {
  const { id } = useProject();
  const { data } = api.useQuery('get', '/api/v1/projects/{projectId}/permissions', {
    params: { path: { projectId: id } },
  });
  const now = useNow(id);
  const grants = (data?.data.temporary ?? []).map(ownGrant);
  useReloadAt(
    id,
    grants.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  );
  return {
    current: grants.filter((span) => stateOf(span, now) !== 'ended'),
    ended: grants.filter((span) => stateOf(span, now) === 'ended'),
    administrators: data?.data.administrators ?? [],
    now,
  };
};

/** "Ask ada@example.com or bob@example.com." */
export const askSentence = (administrators: readonly string[]): string =>
  administrators.length === 0
    ? 'Ask somebody who administers the project for it.'
    : `Ask ${administrators.join(' or ')} if you still need it.`;
