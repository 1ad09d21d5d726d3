import { expect } from 'chai';
import { createDb } from '../../src/platform/db/knex/queries.ts';
import { dependentsOf } from '../../src/events/dependents.ts';
import { createStores, type Stores } from '../../src/stores.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { deleteEnvironment, restoreEnvironment } from '../support/fixtures/secret-imports.ts';
import type { TestFolders } from '../support/fixtures/secret-folders.ts';
import { onEachDatabase, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

/** A graph of folders of dev, and of the root folders of staging and prod. */
const newFolderGraph = async (world: World, paths: readonly string[]) => {
  const setting = await newProjectWithSecrets(world, paths);
  const { admin, project, folderIds, ids } = setting;
  const location = (name: string) =>
    name.startsWith('/') ? { environment: 'dev', path: name } : { environment: name, path: '/' };
  const idOf = (name: string): string => folderIds[name] ?? ids[name]!;
  let number = 0;
  return {
    setting,
    /** Creates an import of one folder into the other. */
    imports: async (name: string, source: string) => {
      const { status, body } = await world.call('createSecretImport', {
        as: admin,
        body: { projectId: project.id, ...location(name), import: location(source) },
      });
      expect(status, JSON.stringify(body)).to.equal(200);
    },
    /** Creates a secret in one folder that references a secret of the other, which need not exist. */
    refers: (name: string, target: string, body: Readonly<Record<string, unknown>> = {}) => {
      const { environment, path } = location(name);
      const { environment: at, path: under } = location(target);
      const reference = [at, ...under.split('/').filter(Boolean), 'KEY'].join('.');
      return newSecret(world, setting, `REFERRING_${(number += 1)}`, {
        environment,
        secretPath: path,
        secretValue: `see \${${reference}}`,
        ...body,
      });
    },
    /** The names of all folders that depend on the folder, in order. */
    dependents: async (name: string, stores: Stores = world.server.parts.stores): Promise<string> => {
      const { inProject: found } = await dependentsOf(stores, project.id, [{ id: idOf(name), ...location(name) }]);
      expect(new Set(found.map(({ id }) => id)).size, 'each once').to.equal(found.length);
      return found
        .map(({ environment, path }) =>
          environment === 'dev' ? path : path === '/' ? environment : `${environment}${path}`,
        )
        .sort()
        .join(' ');
    },
  };
};

const asFolders = (setting: TestSecrets): TestFolders => setting as unknown as TestFolders;

onEachDatabase('dependentsOf', (world, kind) => {
  it('finds the folders that import a folder or reference it', async () => {
    const { setting, imports, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c', '/d']);
    expect(await dependents('/a')).to.equal('');
    await imports('/b', '/a');
    await imports('staging', '/a');
    await refers('/c', '/a');
    await refers('prod', '/a');
    await refers('prod', '/a');
    const { inProject: found } = await dependentsOf(world().server.parts.stores, setting.project.id, [
      { id: setting.folderIds['/a']!, environment: 'dev', path: '/a' },
    ]);
    expect(
      [...found].sort((one, other) => (one.environment + one.path < other.environment + other.path ? -1 : 1)),
    ).to.deep.equal([
      { id: setting.folderIds['/b'], environment: 'dev', path: '/b' },
      { id: setting.folderIds['/c'], environment: 'dev', path: '/c' },
      { id: setting.ids.prod, environment: 'prod', path: '/' },
      { id: setting.ids.staging, environment: 'staging', path: '/' },
    ]);
    for (const name of ['/b', '/c', '/d', '/', 'prod']) expect(await dependents(name), name).to.equal('');
  });

  it('follows chains of both kinds, and returns a folder with several paths once', async () => {
    const { imports, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c', '/d', '/e', '/f', '/g']);
    await imports('/b', '/a');
    await refers('/c', '/a');
    await imports('/d', '/b');
    await imports('/d', '/c');
    await refers('/e', '/d');
    await imports('prod', '/e');
    await refers('staging', 'prod');
    await imports('/f', '/g');
    expect(await dependents('/a')).to.equal('/b /c /d /e prod staging');
    expect(await dependents('/c')).to.equal('/d /e prod staging');
    expect(await dependents('prod')).to.equal('staging');
    expect(await dependents('/g')).to.equal('/f');
  });

  it('ends in cycles of references, and never returns the folder itself', async () => {
    const { imports, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c']);
    await refers('/a', '/a');
    expect(await dependents('/a')).to.equal('');
    await refers('/a', '/b');
    await refers('/b', '/c');
    await refers('/c', '/a');
    await imports('/b', '/c');
    await imports('prod', '/b');
    for (const [name, others] of Object.entries({ '/a': '/b /c prod', '/b': '/a /c prod', '/c': '/a /b prod' }))
      expect(await dependents(name)).to.equal(others);
  });

  it('includes references of personal secrets, and only those of current versions', async () => {
    const { setting, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c']);
    await newSecret(world(), setting, 'MINE', { secretPath: '/b' });
    await newSecret(world(), setting, 'MINE', { secretPath: '/b', type: 'personal', secretValue: '${dev.a.KEY}' });
    const { secretKey } = (await refers('/c', '/a')) as unknown as { secretKey: string };
    expect(await dependents('/a')).to.equal('/b /c');
    const body = { projectId: setting.project.id, environment: 'dev', secretPath: '/c', secretValue: 'nothing' };
    expect(
      (await world().call('updateSecret', { as: setting.admin, params: { secretName: secretKey }, body })).status,
    ).to.equal(200);
    expect(await dependents('/a')).to.equal('/b');
  });

  it('matches imports by id, and references by environment and path', async () => {
    const { setting, imports, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c', '/to']);
    const { admin: as, project, folderIds, ids } = setting;
    await imports('/b', 'prod');
    await refers('/c', 'prod');
    expect(await dependents('prod')).to.equal('/b /c');
    expect(
      (
        await world().call('updateEnvironment', {
          as,
          params: { projectId: project.id, id: ids.prod! },
          body: { slug: 'live' },
        })
      ).status,
    ).to.equal(200);
    const { stores } = world().server.parts;
    const ofProd = async (environment: string) =>
      (await dependentsOf(stores, project.id, [{ id: ids.prod!, environment, path: '/' }])).inProject.map(
        ({ path }) => path,
      );
    expect(await ofProd('live')).to.deep.equal(['/b']);

    await imports('/b', '/a');
    await refers('/c', '/a');
    expect(
      (
        await world().call('moveFolder', {
          as,
          body: {
            projectId: project.id,
            folderId: folderIds['/a'],
            destinationEnvironment: 'dev',
            destinationPath: '/to',
          },
        })
      ).status,
    ).to.equal(200);
    const ofA = async (path: string) =>
      (await dependentsOf(stores, project.id, [{ id: folderIds['/a']!, environment: 'dev', path }])).inProject.map(
        (one) => one.path,
      );
    expect(await ofA('/to/a')).to.deep.equal(['/b']);
    // Dependents are reported with their current paths.
    await world().call('updateFolder', {
      as,
      params: { folderId: folderIds['/b']! },
      body: { projectId: project.id, environment: 'dev', name: 'new' },
    });
    expect(await ofA('/to/a')).to.deep.equal(['/new']);
  });

  it('ignores deleted environments and dependencies through them until they are restored', async () => {
    const { setting, imports, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c']);
    await imports('staging', '/a');
    await refers('prod', '/a');
    await imports('/b', 'staging');
    await refers('/c', 'prod');
    expect(await dependents('/a')).to.equal('/b /c prod staging');
    for (const slug of ['staging', 'prod']) await deleteEnvironment(world(), asFolders(setting), slug);
    expect(await dependents('/a')).to.equal('');
    await restoreEnvironment(world(), asFolders(setting), 'prod');
    expect(await dependents('/a')).to.equal('/c prod');
  });

  it('ignores other projects', async () => {
    const one = await newFolderGraph(world(), ['/a', '/b']);
    const other = await newFolderGraph(world(), ['/a', '/c']);
    await one.refers('/b', '/a');
    await other.refers('/c', '/a');
    expect([await one.dependents('/a'), await other.dependents('/a')]).to.deep.equal(['/b', '/c']);
  });

  if (kind !== 'sqlite') return;

  it('executes one query for each level, with index lookups only', async () => {
    const { imports, refers, dependents } = await newFolderGraph(world(), ['/a', '/b', '/c', '/d', '/e']);
    for (const name of ['/b', '/c']) await imports(name, '/a');
    for (const name of ['/b', '/c']) await refers('/d', name);
    await refers('/e', '/d');
    const plans: string[][] = [];
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      const rowsOf = (sql: string, bindings: readonly unknown[]) =>
        db.raw<Record<string, unknown>[]>(sql, bindings as string[]);
      const watched = createDb('better-sqlite3', async (sql, bindings) => {
        plans.push((await rowsOf(`explain query plan ${sql}`, bindings)).map(({ detail }) => String(detail)));
        return { rows: await rowsOf(sql, bindings), affected: 0 };
      });
      expect(await dependents('/a', createStores(watched))).to.equal('/b /c /d /e');
    });
    expect(plans, 'a, then b and c, then d, then e').to.have.length(4);
    for (const plan of plans) {
      const text = plan.join('\n');
      expect(text).to.match(/SEARCH secret_imports USING (COVERING )?INDEX/);
      expect(text).to.match(
        /SEARCH r USING (COVERING )?INDEX \S+ \(projectId=\? AND projectSlug=\? AND environment=\? AND path=\?\)/,
      );
      expect(text).to.match(/SEARCH x USING (COVERING )?INDEX \S+ \(projectSlug=\? AND environment=\? AND path=\?\)/);
      expect(text).to.match(/SEARCH s USING/);
      // Only the rows found so far and the requested folders are scanned.
      for (const [, scanned] of text.matchAll(/SCAN (\S+)/g))
        expect(scanned).to.match(/^(d|y|\(subquery-\d+\)|CONSTANT|\d+-ROW)$/);
    }
  });
});
