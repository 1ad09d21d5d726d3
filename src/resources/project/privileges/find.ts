import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { identityMember, type Member, type DirectMembership } from './member.ts';
import type { PrivilegeListItem, PrivilegeRow } from './store.ts';

/** The name of a privilege in a request, unique among those of its holder. */
export type PrivilegeName = { readonly id: string } | { readonly slug: string };

/** The member whose privileges the caller may read or edit, and its project. */
export interface PrivilegeTarget {
  readonly project: ProjectAccess;
  readonly member: Member;
}

export const privilegeNotFound = () => notFound('Privilege not found.');

/** Finds the membership that the privileges belong to. */
export const findHolder = (
  scope: Pick<Scope, 'access' | 'stores'>,
  { project: { row: project }, member }: PrivilegeTarget,
): Promise<DirectMembership> => member.findMembership(scope, project.id);

/** Finds the privilege, and the membership that it belongs to. */
export const findPrivilege = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  target: PrivilegeTarget,
  name: PrivilegeName,
): Promise<{ holder: DirectMembership; privilege: PrivilegeRow }> => {
  const { privileges } = scope.stores;
  const findWith = async (holder: Promise<DirectMembership>) =>
    'id' in name ? privileges.findById(name.id) : privileges.findBySlug((await holder).id, name.slug);
  const found = findHolder(scope, target);
  const [holder, privilege] = await Promise.all([found, findWith(found)]);
  if (privilege?.projectMembershipId !== holder.id) throw privilegeNotFound();
  return { holder, privilege };
};

/** 403 unless the caller may do the action with the member. */
export const authorizeMember = (project: ProjectAccess, action: 'read' | 'edit', member: Member): PrivilegeTarget => {
  project.require(action, member.subject, member.fields);
  return { project, member };
};

/** 403 unless the caller may do the action with the machine identity. */
export const authorizeIdentity = (
  project: ProjectAccess,
  action: 'read' | 'edit',
  identityId: string,
): PrivilegeTarget => authorizeMember(project, action, identityMember(identityId));

/** Finds the privilege by id with its target; 403 unless the caller may do the action in its project. */
export const findPrivilegeById = async (
  { access, stores }: Scope,
  action: 'read' | 'edit',
  id: string,
): Promise<{ target: PrivilegeTarget; privilege: PrivilegeRow }> => {
  const [privilege, project] = await Promise.all([
    stores.privileges.findOfIdentity(access.organization.id, id),
    stores.projects.findOfPrivilege(access.organization.id, id),
  ]);
  if (!privilege) throw privilegeNotFound();
  return {
    target: authorizeIdentity(await access.inFoundProject(project), action, privilege.identityId),
    privilege,
  };
};

export const findPrivilegeOf = async (
  scope: Scope,
  target: PrivilegeTarget,
  name: PrivilegeName,
): Promise<PrivilegeRow> => (await findPrivilege(scope, target, name)).privilege;

export const listPrivilegesOf = async (scope: Scope, target: PrivilegeTarget): Promise<PrivilegeRow[]> =>
  scope.stores.privileges.list((await findHolder(scope, target)).id);

/** Lists the privileges without their rules. */
export const listPrivilegeItems = async (scope: Scope, target: PrivilegeTarget): Promise<PrivilegeListItem[]> =>
  scope.stores.privileges.listItems((await findHolder(scope, target)).id);
