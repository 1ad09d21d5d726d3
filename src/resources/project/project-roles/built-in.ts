import type { ProjectRow } from '../../../access/project.ts';
import { actionsOf } from '../../../access/ability.ts';
import { builtInProjectRoles, type BuiltInProjectRole } from '../../../access/project-roles.ts';
import type { ProjectRoleRow } from './store.ts';

/**
 * Built-in roles are not stored, and still have an id in each project: the project's own, with the first letters of the
 * role's slug mixed in. Mixing them in once more gives the project's again.
 */
const mix = (id: string, slug: string): string => {
  const letters = Buffer.from(slug).readUInt32BE();
  return id.replace(/^[0-9a-f]{8}/, (first) => ((parseInt(first, 16) ^ letters) >>> 0).toString(16).padStart(8, '0'));
};

/** As old as the project, and with one rule for each action, as clients know built-in roles. */
const roleIn = (project: ProjectRow, { slug, name, description, rules }: BuiltInProjectRole): ProjectRoleRow => ({
  id: mix(project.id, slug),
  projectId: project.id,
  slug,
  name,
  description,
  permissions: rules.flatMap(({ subject, action }) => actionsOf({ action }).map((one) => ({ subject, action: [one] }))),
  createdAt: project.createdAt,
  updatedAt: project.createdAt,
});

export const builtInRolesOf = (project: ProjectRow): ProjectRoleRow[] =>
  builtInProjectRoles.map((role) => roleIn(project, role));

/** The ids of projects that may have a built-in role of that id. */
export const projectIdsOfRole = (roleId: string): readonly string[] =>
  builtInProjectRoles.map(({ slug }) => mix(roleId, slug));
