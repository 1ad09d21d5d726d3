import { useCanInOrganization } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.ts';

/** The user names of all people of the organization; none for those who may not list them. */
export const useUserNames = (isEnabled = true): readonly string[] => {
  const { organizationId } = useSession();
  const canList = useCanInOrganization().can('read', 'member');
  const { data } = api.useQuery(
    'get',
    '/api/v2/organizations/{organizationId}/memberships',
    { params: { path: { organizationId: organizationId ?? '' } } },
    { enabled: isEnabled && canList && organizationId !== undefined },
  );
  return data?.users.map(({ user }) => user.username) ?? [];
};
