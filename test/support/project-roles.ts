import type { ProjectRow } from '../../src/access/project.ts';
import type { Rule } from '../../src/access/rule.ts';
import { timestamp } from '../../src/platform/clock.ts';
import type { ProjectRoleRow } from '../../src/resources/project/project-roles/store.ts';
import { createStores } from '../../src/stores.ts';
import type { World } from './world.ts';

/** A custom role of the project, stored as the server itself stores it. */
export const newProjectRole = async (
  { server: { parts } }: World,
  project: ProjectRow,
  permissions: readonly Rule[],
): Promise<ProjectRoleRow> => {
  const now = timestamp(parts.clock.now());
  const id = parts.ids.uuid();
  const role = {
    id,
    projectId: project.id,
    slug: `role-${id}`,
    name: 'Test role',
    description: null,
    permissions,
    createdAt: now,
    updatedAt: now,
  };
  await parts.database.transaction(({ db }) => createStores(db).projectRoles.insert(role));
  return role;
};
