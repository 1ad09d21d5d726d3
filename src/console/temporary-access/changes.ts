import type { components } from '../../../generated/api.d.ts';
import { client } from '../api/client.ts';
import { spanOfGrant, type TemporaryGrant } from './use-temporary-access.ts';

type Assignment = components['schemas']['RoleAssignment'];
type Holder = Pick<TemporaryGrant['holder'], 'type' | 'id' | 'projectMembershipId'>;

/** Replaces all roles of a member; one without any keeps `no-access`. */
export const saveRoles = async (projectId: string, holder: Holder, assignments: readonly Assignment[]) => {
  const base = '/api/v1/projects/{projectId}/memberships';
  const roles: Assignment[] = assignments.length > 0 ? [...assignments] : [{ role: 'no-access', isTemporary: false }];
  const body = { roles };
  if (holder.type === 'user') {
    const path = { projectId, projectMembershipId: holder.projectMembershipId };
    await client.PATCH(`${base}/{projectMembershipId}`, { params: { path }, body });
  } else if (holder.type === 'identity') {
    const path = { projectId, identityId: holder.id };
    await client.PATCH(`${base}/identities/{identityId}`, { params: { path }, body });
  } else {
    const path = { projectId, groupId: holder.id };
    await client.PATCH(`${base}/groups/{groupId}`, { params: { path }, body });
  }
};

/** What is known of a grant that is changed. */
type Changed = Pick<TemporaryGrant, 'id' | 'endsAt'>;

const address = '/api/v1/projects/{projectId}/access/temporary/{temporaryAccessId}';

/** The end of a grant after it is extended; one that ended begins anew. */
export const extendedEnd = (grant: TemporaryGrant, length: number, now: number): number =>
  (grant.state === 'ended' ? now : spanOfGrant(grant).endsAt) + length;

/** Gives a grant another end, unless somebody else has done so meanwhile; one that ended begins anew. */
export const extendGrant = async (
  projectId: string,
  { id, endsAt: expectedEndsAt }: Changed,
  end: number,
): Promise<Changed> => {
  const params = { path: { projectId, temporaryAccessId: id } };
  const endsAt = new Date(end).toISOString();
  return (await client.PATCH(address, { params, body: { endsAt, expectedEndsAt } })).grant;
};

/** Ends a grant now, so that it stays listed as ended; one that has not begun, or has ended, is removed. */
export const endGrant = async (projectId: string, { id, endsAt: expectedEndsAt }: Changed): Promise<Changed> => {
  const params = { path: { projectId, temporaryAccessId: id }, query: { expectedEndsAt } };
  return (await client.DELETE(address, { params })).grant;
};
