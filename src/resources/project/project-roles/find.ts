import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { listBuiltInRoles, projectIdsOfRole } from './built-in.ts';
import type { ProjectRoleListItem, ProjectRoleRow } from './store.ts';

const roleNotFound = () => notFound('Role not found.');

/** Lists the built-in roles, then the custom ones ordered by slug. */
export const listRoles = async ({ stores }: Scope, { row: project }: ProjectAccess): Promise<ProjectRoleListItem[]> => [
  ...listBuiltInRoles(project),
  ...(await stores.projectRoles.list(project.id)),
];

export const findRoleBySlug = async (
  { stores }: Scope,
  { row: project }: ProjectAccess,
  slug: string,
): Promise<ProjectRoleRow> => {
  const role =
    listBuiltInRoles(project).find((builtIn) => builtIn.slug === slug) ??
    (await stores.projectRoles.findBySlug(project.id, slug));
  if (!role) throw roleNotFound();
  return role;
};

/** Finds a built-in or custom role by id in any project of the organization. */
export const findRoleById = async ({ access, stores }: Scope, id: string): Promise<ProjectRoleRow> => {
  const { organization } = access;
  const custom = await stores.projectRoles.findById(organization.id, id);
  if (custom) return custom;
  const projects = await Promise.all(
    projectIdsOfRole(id).map((projectId) => stores.projects.findById(organization.id, projectId)),
  );
  const role = projects
    .flatMap((project) => (project ? listBuiltInRoles(project) : []))
    .find((builtIn) => builtIn.id === id);
  if (!role) throw roleNotFound();
  return role;
};
