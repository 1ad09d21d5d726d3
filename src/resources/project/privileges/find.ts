import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { identityMember, type Member, type OwnMembership } from './member.ts';
import type { BarePrivilege, PrivilegeRow } from './store.ts';

/** A privilege as requests name it, among those of its holder. */
export type PrivilegeName = { readonly id: string } | { readonly slug: string };

/** Where to look for a privilege, once the caller may. */
export interface PrivilegeTarget {
  readonly project: ProjectAccess;
  readonly member: Member;
}

export const privilegeNotFound = () => notFound('There is no such privilege.');

/** The membership that privileges there belong to. */
export const findHolder = (
  scope: Pick<Scope, 'access' | 'stores'>,
  { project: { project }, member }: PrivilegeTarget,
  isLocked = false,
): Promise<OwnMembership> => member.findMembership(scope, project.id, isLocked);

export const findPrivilege = async (
  { stores }: Pick<Scope, 'stores'>,
  holder: OwnMembership,
  name: PrivilegeName,
): Promise<PrivilegeRow> => {
  const privilege = await ('id' in name
    ? stores.privileges.findById(holder.id, name.id)
    : stores.privileges.findBySlug(holder.id, name.slug));
  if (!privilege) throw privilegeNotFound();
  return privilege;
};

/** 403 unless the caller may do that with the member. */
export const requireOnMember = (project: ProjectAccess, action: 'read' | 'edit', member: Member): PrivilegeTarget => {
  project.require(action, member.subject, member.fields);
  return { project, member };
};

/** The same for a machine identity that the request names. */
export const requireOnIdentity = (
  project: ProjectAccess,
  action: 'read' | 'edit',
  identityId: string,
): PrivilegeTarget => requireOnMember(project, action, identityMember(identityId));

/** The privilege of that id, and its place: its own project decides. */
export const findPrivilegeById = async (
  { access, stores }: Scope,
  action: 'read' | 'edit',
  id: string,
): Promise<{ place: PrivilegeTarget; privilege: PrivilegeRow }> => {
  const privilege = await stores.privileges.findOfIdentity(access.organization.id, id);
  if (!privilege) throw privilegeNotFound();
  return {
    place: requireOnIdentity(await access.inProject(privilege.projectId), action, privilege.identityId),
    privilege,
  };
};

export const findPrivilegeOf = async (
  scope: Scope,
  place: PrivilegeTarget,
  name: PrivilegeName,
): Promise<PrivilegeRow> => findPrivilege(scope, await findHolder(scope, place), name);

export const listPrivilegesIn = async (scope: Scope, place: PrivilegeTarget): Promise<PrivilegeRow[]> =>
  scope.stores.privileges.list((await findHolder(scope, place)).id);

/** Without their rules. */
export const listBarePrivilegesIn = async (scope: Scope, place: PrivilegeTarget): Promise<BarePrivilege[]> =>
  scope.stores.privileges.listBare((await findHolder(scope, place)).id);
