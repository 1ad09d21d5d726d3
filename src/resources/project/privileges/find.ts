import type { SubjectFields } from '../../../access/conditions.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectUserRow } from '../project-users/store.ts';
import type { PrivilegeListItem, PrivilegeRow } from './store.ts';

/** A project membership of a single member of the organization, not of a group. */
export interface DirectMembership extends ProjectMembershipRow {
  readonly membershipId: string;
}

/** A member of a project, with what privileges, permission checks and the audit log need of it. */
export interface Member {
  /** The subject and subject fields of permissions to assign privileges to it. */
  readonly subject: 'identity' | 'member';
  readonly fields: SubjectFields;
  readonly noun: string;
  /** The name of its privileges in event types of the audit log. */
  readonly privilege: string;
  /** The fields that identify it in the audit log. */
  readonly audited: Readonly<Record<string, string>>;
  /** Finds its own membership of the project, not one through a group; 404 if there is none. */
  findMembership(scope: Pick<Scope, 'access' | 'stores'>, projectId: string): Promise<DirectMembership>;
  /** Lists the slugs of its privileges in the project, without knowing its membership. */
  listSlugs(scope: Pick<Scope, 'access' | 'stores'>, projectId: string): Promise<string[]>;
}

const identityNotInProject = () => notFound('This project has no machine identity with this id.');

/**
 * Finds the identity's membership; 404 if it is not in the project, and 400 if it is there only through a group: a
 * privilege belongs to a membership.
 */
const findIdentity = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  projectId: string,
  identityId: string,
): Promise<DirectMembership> => {
  const { memberships, projectMemberships, grants } = stores;
  const membership = await projectMemberships.findOfIdentity(access.organization.id, projectId, identityId);
  if (membership) return membership;
  const member = await memberships.findOfIdentity(access.organization.id, identityId);
  if (!member) throw identityNotInProject();
  const isThroughGroup = (await grants.projectRoles(projectId, member.id)).length > 0;
  if (isThroughGroup)
    throw badRequest(
      'This machine identity is in the project only through a group. Add it to the project itself first.',
    );
  throw identityNotInProject();
};

export const identityMember = (identityId: string): Member => ({
  subject: 'identity',
  fields: { identityId },
  noun: 'machine identity',
  privilege: 'identity-project-additional-privilege',
  audited: { identityId },
  findMembership: (scope, projectId) => findIdentity(scope, projectId, identityId),
  listSlugs: ({ access, stores }, projectId) =>
    stores.privileges.listSlugsOfIdentity(access.organization.id, projectId, identityId),
});

export const userMember = ({
  id,
  userId,
  username,
  membershipId,
}: Pick<ProjectUserRow, 'id' | 'userId' | 'username' | 'membershipId'>): Member => ({
  subject: 'member',
  fields: { userEmail: username },
  noun: 'user',
  privilege: 'user-project-additional-privilege',
  audited: { userId, username, projectMembershipId: id },
  findMembership: async ({ stores }, projectId) => {
    const membership = await stores.projectMemberships.findOfMember(projectId, membershipId);
    // A user who left the project and joined it again has another membership.
    if (membership?.id !== id) throw notFound('This user is not a member of this project.');
    return { ...membership, membershipId };
  },
  listSlugs: ({ stores }) => stores.privileges.listSlugs(id),
});

/** The name of a privilege in a request, unique among those of its holder. */
export type PrivilegeName = { readonly id: string } | { readonly slug: string };

/** The member whose privileges the caller may read or edit, and its project. */
export interface PrivilegeTarget {
  readonly project: ProjectAccess;
  readonly member: Member;
}

export const privilegeNotFound = () => notFound('Privilege not found.');

/** 400 for what a request for access has granted: it ends with the request. */
export const requireUnrequested = ({ accessRequestId }: Pick<PrivilegeRow, 'accessRequestId'>): void => {
  if (accessRequestId !== null)
    throw badRequest(
      'A request for access has granted this privilege, so that it cannot be changed or deleted. Revoke the request instead.',
    );
};

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
