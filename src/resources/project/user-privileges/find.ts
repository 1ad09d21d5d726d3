import type { Scope } from '../../../scope.ts';
import { noSuchPrivilege, requireOnMember, type Place } from '../privileges/find.ts';
import { userMember } from '../privileges/member.ts';
import type { PrivilegeRow } from '../privileges/store.ts';
import { noSuchProjectUser } from '../project-users/guard.ts';
import type { ProjectUserRow } from '../project-users/store.ts';

export interface UserPlace extends Place {
  readonly user: ProjectUserRow;
}

const requireOnUser = async ({ access }: Scope, action: 'read' | 'edit', user: ProjectUserRow): Promise<UserPlace> => ({
  ...requireOnMember(await access.inProject(user.projectId), action, userMember(user)),
  user,
});

/** The privileges of a user's own membership of a project; 404 for the membership of a group or a machine identity. */
export const findMembership = async (
  scope: Scope,
  action: 'read' | 'edit',
  projectMembershipId: string,
): Promise<UserPlace> => {
  const user = await scope.stores.projectUsers.findInOrganization(scope.access.organization.id, projectMembershipId);
  if (!user) throw noSuchProjectUser();
  return requireOnUser(scope, action, user);
};

/** The privilege of that id, and its place: its own project decides. */
export const findUserPrivilege = async (
  scope: Scope,
  action: 'read' | 'edit',
  id: string,
): Promise<{ place: UserPlace; privilege: PrivilegeRow }> => {
  const { access, stores } = scope;
  const privilege = await stores.privileges.findAny(id);
  const user =
    privilege && (await stores.projectUsers.findInOrganization(access.organization.id, privilege.projectMembershipId));
  if (!user) throw noSuchPrivilege();
  return { place: await requireOnUser(scope, action, user), privilege };
};
