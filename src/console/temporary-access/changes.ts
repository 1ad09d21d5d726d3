import type { components } from '../../../generated/api.d.ts';
import { client } from '../api/client.ts';
import { dataOf } from '../api/errors.ts';
import { grantTypeOf, type GrantType, type Span } from './period.ts';
import { spanOfGrant, type TemporaryGrant } from './use-temporary-access.ts';

type HeldRole = components['schemas']['HeldRole'];
type Assignment = components['schemas']['RoleAssignment'];
type Holder = Pick<TemporaryGrant['holder'], 'type' | 'id' | 'projectMembershipId'>;

/** A role as it is, to be sent back. */
export const assignmentOf = (role: HeldRole): Assignment => {
  const slug = role.customRoleSlug ?? role.role;
  const { isTemporary, temporaryRange: range, temporaryAccessStartTime: start } = role;
  return isTemporary && range !== null && start !== null
    ? { role: slug, isTemporary, temporaryMode: 'relative', temporaryRange: range, temporaryAccessStartTime: start }
    : { role: slug, isTemporary: false };
};

const loadRoles = async (projectId: string, holder: Holder): Promise<readonly HeldRole[]> => {
  const base = '/api/v1/projects/{projectId}/memberships';
  if (holder.type === 'user') {
    const path = { projectId, projectMembershipId: holder.projectMembershipId };
    return dataOf(await client.GET(`${base}/{projectMembershipId}`, { params: { path } })).membership.roles;
  }
  if (holder.type === 'identity') {
    const path = { projectId, identityId: holder.id };
    return dataOf(await client.GET(`${base}/identities/{identityId}`, { params: { path } })).identityMembership.roles;
  }
  const path = { projectId, groupId: holder.id };
  return dataOf(await client.GET(`${base}/groups/{groupId}`, { params: { path } })).groupMembership.roles;
};

/** Replaces all roles of a member; one without any keeps `no-access`. */
export const saveRoles = async (projectId: string, holder: Holder, assignments: readonly Assignment[]) => {
  const base = '/api/v1/projects/{projectId}/memberships';
  const roles: Assignment[] = assignments.length > 0 ? [...assignments] : [{ role: 'no-access', isTemporary: false }];
  const body = { roles };
  if (holder.type === 'user') {
    const path = { projectId, projectMembershipId: holder.projectMembershipId };
    dataOf(await client.PATCH(`${base}/{projectMembershipId}`, { params: { path }, body }));
  } else if (holder.type === 'identity') {
    const path = { projectId, identityId: holder.id };
    dataOf(await client.PATCH(`${base}/identities/{identityId}`, { params: { path }, body }));
  } else {
    const path = { projectId, groupId: holder.id };
    dataOf(await client.PATCH(`${base}/groups/{groupId}`, { params: { path }, body }));
  }
};

/** Changes one role of a member, or removes it; the others stay as they are now. */
const changeRole = async (projectId: string, grant: TemporaryGrant, period: GrantType | undefined): Promise<void> => {
  const roles = await loadRoles(projectId, grant.holder);
  const changed = roles.flatMap((role) => {
    const assignment = assignmentOf(role);
    if (role.id !== grant.id) return [assignment];
    return period ? [{ role: assignment.role, ...period }] : [];
  });
  await saveRoles(projectId, grant.holder, changed);
};

const changePrivilege = async ({ id, holder }: TemporaryGrant, type: GrantType | undefined): Promise<void> => {
  if (holder.type === 'user') {
    const params = { path: { privilegeId: id } };
    const address = '/api/v1/user-project-additional-privilege/{privilegeId}';
    dataOf(await (type ? client.PATCH(address, { params, body: { type } }) : client.DELETE(address, { params })));
  } else {
    const params = { path: { id } };
    const address = '/api/v2/identity-project-additional-privilege/{id}';
    dataOf(await (type ? client.PATCH(address, { params, body: { type } }) : client.DELETE(address, { params })));
  }
};

const change = (projectId: string, grant: TemporaryGrant, period: Span | undefined): Promise<void> => {
  const type = period && grantTypeOf(period);
  return grant.type === 'role' ? changeRole(projectId, grant, type) : changePrivilege(grant, type);
};

/** The end of a grant after it is extended; one that ended begins anew. */
export const extendedEnd = (grant: TemporaryGrant, length: number, now: number): number =>
  (grant.state === 'ended' ? now : spanOfGrant(grant).endsAt) + length;

/** Gives a grant a later end. */
export const extendGrant = (projectId: string, grant: TemporaryGrant, endsAt: number, now: number): Promise<void> =>
  change(projectId, grant, { startsAt: grant.state === 'ended' ? now : spanOfGrant(grant).startsAt, endsAt });

/** Ends a grant now, so that it stays listed as ended; one that has not begun, or has ended, is removed. */
export const endGrant = (projectId: string, grant: TemporaryGrant, now: number): Promise<void> => {
  const { startsAt } = spanOfGrant(grant);
  const period = { startsAt, endsAt: Math.max(startsAt + 1, now) };
  return change(projectId, grant, grant.state === 'active' ? period : undefined);
};
