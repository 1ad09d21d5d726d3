import type { Scope } from '../../../scope.ts';
import { privilegeNotFound, requireOnMember, type PrivilegeTarget } from '../privileges/find.ts';
import { userMember } from '../privileges/member.ts';
import type { PrivilegeRow } from '../privileges/store.ts';
import { projectUserNotFound } from '../project-users/guard.ts';
import type { ProjectUserRow } from '../project-users/store.ts';

export interface UserPrivilegeTarget extends PrivilegeTarget {
  readonly user: ProjectUserRow;
}

const requireOnUser = async (
  { access }: Scope,
  action: 'read' | 'edit',
  user: ProjectUserRow,
): Promise<UserPrivilegeTarget> => ({
  ...requireOnMember(await access.inProject(user.projectId), action, userMember(user)),
  user,
});

/** The privileges of a user's own membership of a project; 404 for the membership of a group or a machine identity. */
export const findMembership = async (
  scope: Scope,
  action: 'read' | 'edit',
  projectMembershipId: string,
): Promise<UserPrivilegeTarget> => {
  const user = await scope.stores.projectUsers.findInOrganization(scope.access.organization.id, projectMembershipId);
  if (!user) throw projectUserNotFound();
  return requireOnUser(scope, action, user);
};

/** The privilege of that id, and its place: its own project decides. */
export const findUserPrivilege = async (
  scope: Scope,
  action: 'read' | 'edit',
  id: string,
): Promise<{ place: UserPrivilegeTarget; privilege: PrivilegeRow }> => {
  const { access, stores } = scope;
  const privilege = await stores.privileges.findAny(id);
  const user =
    privilege && (await stores.projectUsers.findInOrganization(access.organization.id, privilege.projectMembershipId));
  if (!user) throw privilegeNotFound();
  return { place: await requireOnUser(scope, action, user), privilege };
};
