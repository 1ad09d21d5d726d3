import type { ProjectRow } from '../../src/access/project.ts';
import { newEnvironment } from '../../src/resources/project/environments/new.ts';
import type { EnvironmentRow } from '../../src/resources/project/environments/store.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { createStores } from '../../src/stores.ts';
import { changesWhere } from './audit.ts';
import { newProjectWithAdmin, type TestProject } from './projects.ts';
import type { World } from './world.ts';

/** Environments of these slugs, in this order, stored as the server itself stores them. */
export const newEnvironments = async (
  { server: { parts } }: World,
  project: ProjectRow,
  slugs: readonly string[],
): Promise<EnvironmentRow[]> => {
  const rows = slugs.map((slug, index) =>
    newEnvironment(parts, project.id, { name: `The ${slug}`, slug, position: index + 1 }),
  );
  await parts.database.transaction(async ({ db }) => {
    for (const row of rows) await createStores(db).environments.insert(row);
  });
  return rows;
};

export interface TestEnvironments extends TestProject {
  /** By slug. */
  readonly ids: Readonly<Record<string, string>>;
  /** What is in order now, as `slug slug slug`; fails unless the positions are 1, 2, 3 and so on. */
  readonly order: () => Promise<string>;
  /** Everything that is stored of the project's environments, also of deleted ones. */
  readonly rows: () => Promise<EnvironmentRow[]>;
  /** What the audit log has of the project. */
  readonly entries: () => Promise<any[]>;
}

/** A project with the environments dev, staging and prod, and somebody who administers it. */
export const newProjectWithEnvironments = async (
  world: World,
  slugs: readonly string[] = ['dev', 'staging', 'prod'],
  changes: Partial<ProjectRow> = {},
  organization?: OrganizationRow,
): Promise<TestEnvironments> => {
  const setting = await newProjectWithAdmin(world, changes, organization);
  const { read } = world.server.parts.database;
  const projectId = setting.project.id;
  const environments = await newEnvironments(world, setting.project, slugs);
  return {
    ...setting,
    ids: Object.fromEntries(environments.map(({ slug, id }) => [slug, id])),
    order: async () => {
      const active = await createStores(read).environments.listActive([projectId]);
      const positions = active.map(({ position }) => position);
      if (positions.some((position, index) => position !== index + 1))
        throw new Error(`the positions are ${positions.join(', ')}`);
      return active.map(({ slug }) => slug).join(' ');
    },
    rows: () => read<EnvironmentRow>('project_environments').where({ projectId }).orderBy('id'),
    entries: () => changesWhere(world, { projectId }),
  };
};
