import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import type { SecretImportRow } from '../../src/resources/secrets/secret-imports/store.ts';
import { createStores } from '../../src/stores.ts';
import { expectError, expectIssues } from './expect.ts';
import { newProjectIdentity } from './projects.ts';
import { deepPath, longPath, newProjectWithFolders, start, type TestFolders } from './secret-folders.ts';
import type { World } from './world.ts';

/**
 * The same operations at two paths: they differ in their names, in that of the project, and in what they tell of it.
 */
export interface Generation {
  readonly create: OperationId;
  readonly list: OperationId;
  readonly get: OperationId;
  readonly update: OperationId;
  readonly delete: OperationId;
  readonly project: 'projectId' | 'workspaceId';
}

export const newer: Generation = {
  create: 'createSecretImport',
  list: 'listSecretImports',
  get: 'getSecretImport',
  update: 'updateSecretImport',
  delete: 'deleteSecretImport',
  project: 'projectId',
};

export const older: Generation = {
  create: 'createLegacySecretImport',
  list: 'listLegacySecretImports',
  get: 'getLegacySecretImport',
  update: 'updateLegacySecretImport',
  delete: 'deleteLegacySecretImport',
  project: 'workspaceId',
};

type Body = Readonly<Record<string, unknown>>;

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

/** Calls about dev, unless they say otherwise. */
export const importCalls = (world: () => World, generation: Generation) => {
  const place = ({ project }: TestFolders) => ({ [generation.project]: project.id, environment: 'dev' });
  return {
    create: (setting: TestFolders, source: Body, body: Body = {}, as: { token: string } = setting.admin) =>
      world().call(generation.create, {
        as,
        body: { ...place(setting), import: { environment: 'dev', ...source }, ...body },
      }),
    list: (setting: TestFolders, query: Readonly<Record<string, string>> = {}, as: { token: string } = setting.admin) =>
      world().call(generation.list, { as, query: { ...place(setting), ...query } }),
    get: (setting: TestFolders, secretImportId: string, as: { token: string } = setting.admin) =>
      world().call(generation.get, { as, params: { secretImportId } }),
    update: (
      setting: TestFolders,
      secretImportId: string,
      changes: Body,
      body: Body = {},
      as: { token: string } = setting.admin,
    ) =>
      world().call(generation.update, {
        as,
        params: { secretImportId },
        body: { ...place(setting), import: changes, ...body },
      }),
    remove: (setting: TestFolders, secretImportId: string, body: Body = {}, as: { token: string } = setting.admin) =>
      world().call(generation.delete, { as, params: { secretImportId }, body: { ...place(setting), ...body } }),
  };
};

/** An import into dev's root as it is answered. */
export const expectedImport = (setting: TestFolders, { project }: Generation, environment: string, changes: Body) => ({
  version: 1,
  importEnv: {
    id: setting.ids[environment],
    name: `The ${environment}`,
    slug: environment,
    ...(project === 'projectId' && { projectId: setting.project.id }),
  },
  createdAt: start,
  updatedAt: start,
  folderId: setting.ids.dev,
  isReplication: false,
  isReplicationSuccess: null,
  replicationStatus: null,
  lastReplicated: null,
  isReserved: false,
  ...changes,
});

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

/** One call about the folder that is told, dev's root unless something else is. */
type Attempt = (setting: MadeImports, place: Readonly<Record<string, string>>, as: { token: string }) => Promise<any>;

/** Nobody but members of the project with the permission, judged by the folder that imports, gets anywhere. */
export const refusesOthers = (
  world: () => World,
  action: string,
  attempt: Attempt,
  more: readonly Rule[] = [],
): void => {
  it('refuses whoever lacks the permission, is no member, or is of another organization, whether or not there is such a folder', async () => {
    const setting = await newProjectWithImports(world());
    await unchanged(setting, async () => {
      const others = ['read', 'create', 'edit', 'delete'].filter((name) => name !== action);
      const rules = [
        [{ subject: 'secret-imports', action: others }],
        [rule(action), { ...rule(action), inverted: true }],
        [rule(action, { environment: 'prod' })],
        [rule(action, { secretPath: '/a' })],
        'no-access',
      ];
      for (const role of rules) {
        const as = await newProjectIdentity(world(), setting, role);
        for (const place of [{}, { path: '/nowhere' }])
          expectError(
            await attempt(setting, place, as),
            403,
            'PermissionDenied',
            new RegExp(`${action} on secret-imports`),
          );
      }
      expectError(
        await attempt(setting, {}, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      expectError(await attempt(setting, {}, (await newProjectWithImports(world())).admin), 404, 'NotFound');
    });
  });

  it('lets a machine identity with just that permission there', async () => {
    const setting = await newProjectWithImports(world());
    const as = await newProjectIdentity(world(), setting, [
      rule(action, { environment: 'dev', secretPath: '/' }),
      ...more,
    ]);
    expect((await attempt(setting, {}, as)).status).to.equal(200);
  });
};

/** What a request says of the folder that imports. */
export const checksItsPlace = (world: () => World, part: 'body' | 'query', attempt: Attempt): void => {
  it('wants a folder that can be one, and says which is not there', async () => {
    const setting = await newProjectWithImports(world());
    const call = (place: Record<string, string>) => attempt(setting, place, setting.admin);
    await unchanged(setting, async () => {
      for (const path of ['//', '/a//b', '/.', '/a.b', '/a b', '/ä'])
        expectIssues(await call({ path }), `${part} path pattern`);
      for (const path of [deepPath(33), `/${'a'.repeat(256)}`, longPath(1025), longPath(1025).slice(1)])
        expectIssues(await call({ path }), `${part} path too_big`);
      for (const path of [deepPath(32), `/${'a'.repeat(255)}`, longPath(1024), '/a/b', '/A'])
        expectError(await call({ path }), 404, 'NotFound', new RegExp(`'${path}'.*'dev'`));
      expectIssues(await call({ environment: 'e'.repeat(256) }), `${part} environment too_big`);
      for (const environment of ['e', 'e'.repeat(255), 'DEV'])
        expectError(await call({ environment, path: '/a' }), 404, 'NotFound', new RegExp(`'/a'.*'${environment}'`));
    });
    await putAside(world(), setting, 'dev');
    expectError(await call({}), 404, 'NotFound', /'\/'.*'dev'/);
  });

  it('takes the root with an empty path, and without one', async () => {
    for (const path of ['/', '', undefined]) {
      const setting = await newProjectWithImports(world());
      expect((await attempt(setting, path === undefined ? {} : { path }, setting.admin)).status).to.equal(200);
    }
  });
};

/** Of an import in the path: only one that is in that very folder, and in sight. */
export const knowsOnlyItsOwn = (
  world: () => World,
  attempt: (setting: TestImports, id: string, place: Readonly<Record<string, string>>) => Promise<any>,
): void => {
  it('knows no import of another folder, of another project, or from a deleted environment', async () => {
    const setting = await newProjectWithImports(world());
    const elsewhere = await newProjectWithImports(world());
    const inC = await setting.store(setting.folderIds['/c']!, setting.folderIds['/a']!);
    const hidden = await setting.store(setting.ids.dev!, setting.ids.prod!, 3);
    await putAside(world(), setting, 'prod');
    await unchanged(setting, async () => {
      for (const id of [
        inC.id,
        hidden.id,
        elsewhere.made[0]!.id,
        setting.folderIds['/a']!,
        'not-an-id',
        '%',
        'x'.repeat(300),
      ])
        expectError(await attempt(setting, id, {}), 404, 'NotFound', /no such import.*'\/'.*'dev'/);
      expectError(
        await attempt(setting, setting.made[0]!.id, { path: '/c' }),
        404,
        'NotFound',
        /no such import.*'\/c'.*'dev'/,
      );
      expectError(
        await attempt(setting, setting.made[0]!.id, { environment: 'staging' }),
        404,
        'NotFound',
        /no such import.*'\/'.*'staging'/,
      );
    });
    expect(await elsewhere.imports()).to.have.length(2);
  });
};
