import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { authorityNotFound } from './issuer.ts';
import type { AuthorityRow, AuthorityListItem } from './store.ts';

export type AuthorityAction = 'read' | 'create' | 'edit' | 'delete' | 'issue-ca-certificate' | 'sign-intermediate';

/** An authority, and the access to its project. */
export interface AuthorityInProject {
  readonly project: ProjectAccess;
  readonly authority: AuthorityListItem;
}

/** Whether the caller may do the action on an authority of that name. */
export const allowsAuthorityAction = (
  project: ProjectAccess,
  action: AuthorityAction,
  { name }: Pick<AuthorityRow, 'name'>,
): boolean => project.allows(action, 'certificate-authorities', { name });

/** 403 unless the caller may do the action on an authority of that name. */
export const requireAuthorityAction = (
  project: ProjectAccess,
  action: AuthorityAction,
  { name }: Pick<AuthorityRow, 'name'>,
): void => project.require(action, 'certificate-authorities', { name });

/**
 * Finds the project by id; without an id, the only certificate project that the caller is a member of, because
 * Terraform sends none.
 */
export const findProject = async ({ access, stores }: Scope, projectId: string | undefined): Promise<ProjectAccess> => {
  if (projectId !== undefined) return access.inProject(projectId);
  const [only, another] = await stores.projects.listOfMember(access.organization.membershipId, 'cert-manager', 2);
  if (!only) throw badRequest('Send projectId: you are not a member of any project of type cert-manager.');
  if (another) throw badRequest('Send projectId: you are a member of more than one project of type cert-manager.');
  return access.inProject(only.id);
};

/** Finds the authority; 403 unless the caller may do the action on it in its project. */
export const findAuthority = async (
  { access, stores }: Scope,
  id: string,
  action: AuthorityAction,
): Promise<AuthorityInProject> => {
  const authority = await stores.authorities.findInOrganization(access.organization.id, id);
  if (!authority) throw authorityNotFound();
  const project = await access.inProject(authority.projectId);
  requireAuthorityAction(project, action, authority);
  return { project, authority };
};

/** Finds the authority of the same project that shall sign another one; 403 unless the caller may use it for that. */
export const findParent = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectAccess,
  id: string,
): Promise<AuthorityRow> => {
  const parent = await stores.authorities.findById(id);
  if (parent?.projectId !== project.row.id) throw authorityNotFound();
  requireAuthorityAction(project, 'sign-intermediate', parent);
  return parent;
};
