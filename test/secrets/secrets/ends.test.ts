import { expect } from 'chai';
import { sweep } from '../../../src/sweep.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { deleteEnvironment, restoreEnvironment } from '../../support/fixtures/secret-imports.ts';
import type { TestFolders } from '../../support/fixtures/secret-folders.ts';
import { databaseKinds, newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

type Row = Readonly<Record<string, string>>;

/** All stored rows of the secrets of a project, their folders and environments. */
interface Stored {
  readonly environments: readonly Row[];
  readonly folders: readonly Row[];
  readonly secrets: readonly Row[];
  readonly versions: readonly Row[];
  readonly tags: readonly Row[];
  readonly references: readonly Row[];
  readonly imports: readonly Row[];
  readonly dataKeys: readonly Row[];
}

const stored = async ({ server: { parts } }: World, { project, red, blue }: TestSecrets): Promise<Stored> => {
  const { read } = parts.database;
  const projectId = project.id;
  const rows = (table: string, ...order: string[]): Promise<Row[]> =>
    read(table).where({ projectId }).orderBy(order).select<Row[]>('*');
  return {
    environments: (await rows('project_environments', 'id')).map(({ id }) => ({ id: id! })),
    folders: await rows('secret_folders', 'id'),
    secrets: await rows('secrets', 'id'),
    versions: await rows('secret_versions', 'secretId', 'version'),
    tags: await read('secret_tags')
      .whereIn('tagId', [red.id, blue.id])
      .orderBy(['secretId', 'tagId'])
      .select<Row[]>('*'),
    references: await rows('secret_references', 'secretId', 'environment', 'path', 'key'),
    imports: await rows('secret_imports', 'id'),
    dataKeys: await rows('project_data_keys', 'id'),
  };
};

/** The rows that remain if environments are deleted with their contents and all imports to and from them. */
const without = (all: Stored, environmentIds: readonly string[]): Stored => {
  const folders = all.folders.filter(({ environmentId }) => !environmentIds.includes(environmentId!));
  const folderIds = new Set(folders.map(({ id }) => id));
  const secrets = all.secrets.filter(({ folderId }) => folderIds.has(folderId));
  const ids = new Set(secrets.map(({ id }) => id));
  const ofSecrets = (rows: readonly Row[]) => rows.filter(({ secretId }) => ids.has(secretId));
  return {
    environments: all.environments.filter(({ id }) => !environmentIds.includes(id!)),
    folders,
    secrets,
    versions: ofSecrets(all.versions),
    tags: ofSecrets(all.tags),
    references: ofSecrets(all.references),
    imports: all.imports.filter(
      ({ folderId, sourceFolderId }) => folderIds.has(folderId) && folderIds.has(sourceFolderId),
    ),
    dataKeys: all.dataKeys,
  };
};

/**
 * A project with secrets in dev, staging and prod that have several versions, tags, references and a personal secret;
 * each environment imports from the others.
 */
const newFullProject = async (world: World): Promise<TestSecrets> => {
  const setting = await newProjectWithSecrets(world, ['/app', '/app/deep']);
  const { admin: as, project, red, blue } = setting;
  const projectId = project.id;
  for (const [index, environment] of ['dev', 'staging', 'prod'].entries()) {
    const other = ['staging', 'prod', 'dev'][index]!;
    if (environment !== 'dev')
      await world.call('createFolder', { as, body: { projectId, environment, path: '/app', name: 'deep' } });
    for (const secretPath of ['/', '/app/deep']) {
      await newSecret(world, setting, 'KEY', {
        environment,
        secretPath,
        tagIds: [red.id, blue.id],
        secretValue: `\${${other}.KEY}`,
      });
      const body = { projectId, environment, secretPath, secretValue: `new \${${other}.app.deep.KEY}` };
      expect((await world.call('updateSecret', { as, params: { secretName: 'KEY' }, body })).status).to.equal(200);
      await newSecret(world, setting, 'KEY', {
        environment,
        secretPath,
        type: 'personal',
        secretValue: `mine, and \${${other}.KEY}`,
      });
    }
  }
  const imports = [
    ['dev', '/', 'staging', '/'],
    ['dev', '/app', 'prod', '/app'],
    ['staging', '/', 'prod', '/'],
    ['prod', '/app/deep', 'dev', '/app/deep'],
    ['prod', '/app', 'prod', '/'],
    ['dev', '/', 'dev', '/app'],
  ] as const;
  for (const [environment, path, from, source] of imports) {
    expect(
      (
        await world.call('createSecretImport', {
          as,
          body: { projectId, environment, path, import: { environment: from, path: source } },
        })
      ).status,
    ).to.equal(200);
  }
  return setting;
};

const asFolders = (setting: TestSecrets): TestFolders => setting as unknown as TestFolders;

const expectComplete = ({
  environments,
  folders,
  secrets,
  versions,
  tags,
  references,
  imports,
  dataKeys,
}: Stored): void => {
  expect(
    [environments, folders, secrets, versions, tags, references, imports, dataKeys].map(({ length }) => length),
  ).to.deep.equal([3, 9, 12, 18, 12, 12, 6, 1]);
};

const listIn = async (world: World, { admin: as, project }: TestSecrets, environment: string) =>
  world.call('listSecrets', {
    as,
    query: { projectId: project.id, environment, recursive: 'true', includeImports: 'true' },
  });

onEachDatabase('secrets are deleted with their environment', (world) => {
  const remove = ({ admin: as, project, ids }: TestSecrets, slug: string) =>
    world().call('deleteEnvironment', {
      as,
      params: { projectId: project.id, id: ids[slug]! },
      query: { hardDelete: 'true' },
    });

  it('when it is permanently deleted, immediately or after soft deletion, with imports in both directions and nothing else', async () => {
    const [setting, bystander] = [await newFullProject(world()), await newFullProject(world())];
    const [before, others] = [await stored(world(), setting), await stored(world(), bystander)];
    expectComplete(before);
    expect((await remove(setting, 'prod')).status).to.equal(200);
    expect(await stored(world(), setting)).to.deep.equal(without(before, [setting.ids.prod!]));
    expect((await listIn(world(), setting, 'dev')).status, 'secrets that referenced it stay readable').to.equal(200);

    await deleteEnvironment(world(), asFolders(setting), 'dev');
    expect((await remove(setting, 'dev')).status).to.equal(200);
    expect(await stored(world(), setting)).to.deep.equal(without(before, [setting.ids.prod!, setting.ids.dev!]));
    expect(await stored(world(), bystander)).to.deep.equal(others);
  });

  it('but not when it is soft deleted: it can be restored unchanged', async () => {
    const setting = await newFullProject(world());
    const before = await stored(world(), setting);
    const shown = await Promise.all(
      ['dev', 'staging', 'prod'].map(async (slug) => (await listIn(world(), setting, slug)).body),
    );
    await deleteEnvironment(world(), asFolders(setting), 'prod');
    expect(await stored(world(), setting)).to.deep.equal(before);
    expect((await listIn(world(), setting, 'prod')).status).to.equal(404);
    const { imports } = (await listIn(world(), setting, 'dev')).body as { imports: { environment: string }[] };
    expect(imports.map(({ environment }) => environment)).not.to.include('prod');
    await restoreEnvironment(world(), asFolders(setting), 'prod');
    expect(await stored(world(), setting)).to.deep.equal(before);
    expect(
      await Promise.all(['dev', 'staging', 'prod'].map(async (slug) => (await listIn(world(), setting, slug)).body)),
    ).to.deep.equal(shown);
  });

  it('and with the project, including its data keys', async () => {
    const [setting, bystander] = [await newFullProject(world()), await newFullProject(world())];
    const others = await stored(world(), bystander);
    expect(
      (await world().call('deleteProject', { as: setting.admin, params: { projectId: setting.project.id } })).status,
    ).to.equal(200);
    expect(Object.values(await stored(world(), setting)).flat()).to.deep.equal([]);
    expect(await stored(world(), bystander)).to.deep.equal(others);
  });
});

for (const kind of databaseKinds) {
  describe(`secrets are deleted with their environment when it can no longer be restored [${kind}]`, () => {
    it('with imports in both directions, and nothing else', async () => {
      const world = await ownWorld(await newStorage(kind));
      const setting = await newFullProject(world);
      const before = await stored(world, setting);
      await deleteEnvironment(world, asFolders(setting), 'staging');
      await world.clock.later(14 * 86_400 + 1, () => sweep(world.server.parts));
      expect(await stored(world, setting)).to.deep.equal(without(before, [setting.ids.staging!]));
    });
  });
}

onEachDatabase('tags of secrets', (world) => {
  it('are removed from secrets when they are deleted, also from cached responses', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin: as, project, red, blue } = setting;
    await newSecret(world(), setting, 'KEY', { tagIds: [red.id, blue.id] });
    const get = (headers: Record<string, string> = {}) =>
      world().call('getSecret', {
        as,
        params: { secretName: 'KEY' },
        query: { projectId: project.id, environment: 'dev' },
        headers,
      });
    const slugs = ({ body }: { body: any }): string[] => body.secret.tags.map(({ slug }: { slug: string }) => slug);
    const before = await get();
    expect(slugs(before)).to.deep.equal(['blue', 'red']);
    expect((await world().call('deleteTag', { as, params: { projectId: project.id, tagId: red.id } })).status).to.equal(
      200,
    );
    const after = await get({ 'If-None-Match': String(before.headers.etag) });
    expect(after.status).to.equal(200);
    expect(slugs(after)).to.deep.equal(['blue']);
    expect(after.body.secret).to.include({ version: 1, secretValue: 'value of KEY' });
    expect((await get({ 'If-None-Match': String(after.headers.etag) })).status).to.equal(304);
    // Sending the remaining tag changes nothing, and the deleted tag cannot be restored.
    const update = (tagIds: string[]) =>
      world().call('updateSecret', {
        as,
        params: { secretName: 'KEY' },
        body: { projectId: project.id, environment: 'dev', tagIds },
      });
    expect((await update([red.id])).status).to.equal(404);
    expect(slugs(await update([blue.id]))).to.deep.equal(['blue']);
  });
});
