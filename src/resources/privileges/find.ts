import type { ProjectAccess } from '../../access/project-access.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { BarePrivilege, PrivilegeRow } from './store.ts';

/** A machine identity that is a member of the project itself. */
export interface Holder {
  readonly identityId: string;
  /** Of the organization. */
  readonly membershipId: string;
  readonly membership: ProjectMembershipRow;
}

/** A privilege as requests name it, among those of its holder. */
export type PrivilegeName = { readonly id: string } | { readonly slug: string };

/** Where to look for a privilege, once the caller may. */
export interface Place {
  readonly project: ProjectAccess;
  readonly identityId: string;
}

const noSuchPrivilege = () => notFound('There is no such privilege.');

/** The identity in the project; 404 when it is not there, and 400 when it is there only through a group: a privilege needs a membership to belong to. */
export const findHolder = async ({ access, stores }: Pick<Scope, 'access' | 'stores'>, { project: { project }, identityId }: Place, isLocked = false): Promise<Holder> => {
  const member = await stores.memberships.findOfIdentity(access.organization.id, identityId);
  if (!member) throw notFound('There is no such machine identity in this project.');
  const { projectMemberships, grants } = stores;
  const membership = await (isLocked ? projectMemberships.lockOfMember(project.id, member.id) : projectMemberships.findOfMember(project.id, member.id));
  if (membership) return { identityId, membershipId: member.id, membership };
  const isThroughGroup = (await grants.projectRoles(project.id, member.id)).length > 0;
  if (isThroughGroup) throw badRequest('This machine identity is in the project only through a group. Add it to the project itself first.');
  throw notFound('There is no such machine identity in this project.');
};

export const findPrivilege = async ({ stores }: Pick<Scope, 'stores'>, { membership }: Holder, name: PrivilegeName): Promise<PrivilegeRow> => {
  const privilege = await ('id' in name ? stores.privileges.findById(membership.id, name.id) : stores.privileges.findBySlug(membership.id, name.slug));
  if (!privilege) throw noSuchPrivilege();
  return privilege;
};

/** A place that the request names; 403 unless the caller may do that with the identity. */
export const openPlace = (project: ProjectAccess, action: 'read' | 'edit', identityId: string): Place => {
  project.require(action, 'identity', { identityId });
  return { project, identityId };
};

/** The privilege of that id, and its place: its own project decides. */
export const openPrivilege = async ({ access, stores }: Scope, action: 'read' | 'edit', id: string): Promise<{ place: Place; privilege: PrivilegeRow }> => {
  const privilege = await stores.privileges.findInOrganization(access.organization.id, id);
  if (!privilege) throw noSuchPrivilege();
  return { place: openPlace(await access.inProject(privilege.projectId), action, privilege.identityId), privilege };
};

export const getPrivilegeIn = async (scope: Scope, place: Place, name: PrivilegeName): Promise<PrivilegeRow> => findPrivilege(scope, await findHolder(scope, place), name);

export const listPrivilegesIn = async (scope: Scope, place: Place): Promise<PrivilegeRow[]> => scope.stores.privileges.list((await findHolder(scope, place)).membership.id);

/** Without their rules. */
export const listBarePrivilegesIn = async (scope: Scope, place: Place): Promise<BarePrivilege[]> => scope.stores.privileges.listBare((await findHolder(scope, place)).membership.id);
