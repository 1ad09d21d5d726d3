import { expect } from 'chai';
import type { Rule } from '../../src/access/rule.ts';
import type { SecretImportRow } from '../../src/resources/secrets/secret-imports/store.ts';
import { createStores } from '../../src/stores.ts';
import { newProjectWithFolders, start, type TestFolders } from './secret-folders.ts';
import type { World } from './world.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface TestImports extends TestFolders {
  /** Everything stored of the project's imports. */
  readonly imports: () => Promise<SecretImportRow[]>;
  /**
   * What dev's root imports, as `environment:path environment:path`; fails unless the told positions are 1, 2, 3 and so
   * on.
   */
  readonly order: () => Promise<string>;
  /** Lets the one folder import the other, as the server itself stores it. */
  readonly store: (folderId: string, sourceFolderId: string, position?: number) => Promise<SecretImportRow>;
}

/** The same with those that it began with. */
export interface MadeImports extends TestImports {
  readonly made: readonly SecretImportRow[];
}

/**
 * A project with the folders /a, /b and /c in dev, and with staging and prod, and with imports of /a and /b into dev's
 * root unless none are wanted.
 */
export const newProjectWithImports = async (
  world: World,
  sources: readonly string[] = ['/a', '/b'],
): Promise<MadeImports> => {
  const setting = await newProjectWithFolders(world, ['/a', '/b', '/c']);
  const { database, ids } = world.server.parts;
  const projectId = setting.project.id;
  const store: TestImports['store'] = async (folderId, sourceFolderId, position = 1) => {
    const row = {
      id: ids.uuid(),
      projectId,
      folderId,
      sourceFolderId,
      position,
      version: 1,
      createdAt: start,
      updatedAt: start,
    };
    await database.transaction(({ db }) => createStores(db).secretImports.insert(row));
    return row;
  };
  const made: SecretImportRow[] = [];
  for (const [index, path] of sources.entries())
    made.push(await store(setting.ids.dev!, setting.folderIds[path]!, index + 1));
  return {
    ...setting,
    made,
    store,
    imports: () => database.read<SecretImportRow>('secret_imports').where({ projectId }).orderBy('id'),
    order: async () => {
      const rows = await createStores(database.read).secretImports.listIn(setting.ids.dev!);
      expect(rows.map(({ position }) => position)).to.deep.equal(rows.map((_, index) => index + 1));
      return rows.map(({ sourceEnvironmentSlug, sourcePath }) => `${sourceEnvironmentSlug}:${sourcePath}`).join(' ');
    },
  };
};

/** Nothing of the project's imports is another after the work, and nothing was recorded. */
export const unchanged = async (setting: TestImports, work: () => Promise<void>): Promise<void> => {
  const before = [await setting.imports(), await setting.entries()];
  await work();
  expect([await setting.imports(), await setting.entries()]).to.deep.equal(before);
};

export const rule = (action: string, conditions?: Record<string, unknown>): Rule => ({
  subject: 'secret-imports',
  action,
  ...(conditions && { conditions }),
});

/** To see secrets there, as whoever imports a folder has to be able to. */
export const sight = (environment: string, secretPath: string, more: Body = {}): Rule => ({
  subject: 'secrets',
  action: 'describeSecret',
  conditions: { environment, secretPath, ...more },
});

/** Deletes an environment for now, as the administrator of the project does. */
export const putAside = async (
  world: World,
  { admin, project, ids }: Pick<TestFolders, 'admin' | 'project' | 'ids'>,
  slug: string,
): Promise<void> => {
  expect(
    (await world.call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids[slug]! } })).status,
  ).to.equal(200);
};

export const restore = async (world: World, { admin, project, ids }: TestFolders, slug: string): Promise<void> => {
  expect(
    (await world.call('restoreEnvironment', { as: admin, params: { projectId: project.id, id: ids[slug]! } })).status,
  ).to.equal(200);
};
