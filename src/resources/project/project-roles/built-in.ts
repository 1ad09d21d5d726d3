import type { ProjectRow } from '../../../access/project.ts';
import { actionsOf } from '../../../access/ability.ts';
import { builtInProjectRoles, type BuiltInProjectRole } from '../../../access/project-roles.ts';
import type { ProjectRoleRow } from './store.ts';

/**
 * Derives the id of a built-in role, which is not stored: the project's id, with its first four bytes XORed with those
 * of the role's slug. Applied to that id, it returns the project's id again.
 */
const xorWithSlug = (id: string, slug: string): string => {
  const letters = Buffer.from(slug).readUInt32BE();
  return id.replace(/^[0-9a-f]{8}/, (first) => ((parseInt(first, 16) ^ letters) >>> 0).toString(16).padStart(8, '0'));
};

/** Builds the row of a built-in role: as old as the project, and with one rule for each action, as clients expect. */
const builtInRole = (project: ProjectRow, { slug, name, description, rules }: BuiltInProjectRole): ProjectRoleRow => ({
  id: xorWithSlug(project.id, slug),
  projectId: project.id,
  slug,
  name,
  description,
  permissions: rules.flatMap(({ subject, action }) => actionsOf({ action }).map((one) => ({ subject, action: [one] }))),
  createdAt: project.createdAt,
  updatedAt: project.createdAt,
});

export const listBuiltInRoles = (project: ProjectRow): ProjectRoleRow[] =>
  builtInProjectRoles.map((role) => builtInRole(project, role));

/** Returns the ids of the projects that could have a built-in role of that id. */
export const projectIdsOfRole = (roleId: string): readonly string[] =>
  builtInProjectRoles.map(({ slug }) => xorWithSlug(roleId, slug));
