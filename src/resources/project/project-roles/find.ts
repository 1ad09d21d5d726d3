import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { builtInRolesOf, projectIdsOfRole } from './built-in.ts';
import type { ProjectRoleListItem, ProjectRoleRow } from './store.ts';

const noSuchRole = () => notFound('There is no such role.');

/** The built-in roles, then the custom ones by slug. */
export const listRoles = async ({ stores }: Scope, { project }: ProjectAccess): Promise<ProjectRoleListItem[]> => [
  ...builtInRolesOf(project),
  ...(await stores.projectRoles.list(project.id)),
];

export const findRoleBySlug = async (
  { stores }: Scope,
  { project }: ProjectAccess,
  slug: string,
): Promise<ProjectRoleRow> => {
  const role =
    builtInRolesOf(project).find((builtIn) => builtIn.slug === slug) ??
    (await stores.projectRoles.findBySlug(project.id, slug));
  if (!role) throw noSuchRole();
  return role;
};

/** The role of that id in any project of the organization, built-in or custom. */
export const findRoleById = async ({ access, stores }: Scope, id: string): Promise<ProjectRoleRow> => {
  const { organization } = access;
  const custom = await stores.projectRoles.findById(organization.id, id);
  if (custom) return custom;
  const projects = await Promise.all(
    projectIdsOfRole(id).map((projectId) => stores.projects.findById(organization.id, projectId)),
  );
  const role = projects
    .flatMap((project) => (project ? builtInRolesOf(project) : []))
    .find((builtIn) => builtIn.id === id);
  if (!role) throw noSuchRole();
  return role;
};
