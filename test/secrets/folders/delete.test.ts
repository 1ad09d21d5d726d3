import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import type { SecretVersionRow } from '../../../src/resources/secrets/secrets/columns.ts';
import type { SecretRow } from '../../../src/resources/secrets/secrets/store.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  folderCall,
  type Generation,
  newer,
  newProjectWithFolders,
  older,
} from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import { checksFolderParameters, deny, expectedFolder, refusesUnauthorized, rule, unchanged } from './checks.ts';
import { testDeletingContents, newProjectWithContents } from './contents.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const testDeletingFolders = (
  world: () => World,
  generation: Generation,
  forced: Readonly<Record<string, unknown>>,
): void => {
  const call = folderCall(world, generation);

  it('deletes the folder with its contents and returns it', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/a/b/c', '/a_b', '/ab']);
    const id = setting.folderIds['/a']!;
    const { status, body } = await call(setting, { path: '/', ...forced }, id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ folder: expectedFolder(setting, { id, name: 'a' }) });
    expect(await setting.tree()).to.equal('/a_b /ab');
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'delete-folder',
      actorId: setting.admin.id,
      operation: generation.operation,
    });
    expect(entry.eventMetadata).to.deep.equal({ environment: 'dev', folderId: id, folderName: 'a', folderPath: '/a' });
    expectError(await call(setting, { path: '/', ...forced }, id), 404, 'NotFound', /'\/'.*'dev'/);
  });

  it('finds the folder by name, then by id, only in the given parent folder', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/b', '/root']);
    const otherProject = await newProjectWithFolders(world(), ['/x']);
    await unchanged(setting, async () => {
      for (const id of ['c', 'a/b', setting.folderIds['/a/b'], otherProject.folderIds['/x'], setting.ids.prod]) {
        expectError(await call(setting, forced, id), 404, 'NotFound', /'\/'.*'dev'/);
      }
      expectError(await call(setting, { path: '/a/b', ...forced }, 'b'), 404, 'NotFound', /'\/a\/b'.*'dev'/);
      expectError(await call(setting, { path: '/nowhere', ...forced }, 'b'), 404, 'NotFound', /'\/nowhere'.*'dev'/);
      expectError(await call(setting, { environment: 'prod', ...forced }, 'b'), 404, 'NotFound', /'prod'/);
      expectError(await call(setting, forced, setting.ids.dev), 400, 'BadRequest', /root/);
    });
    // The name of this folder is the id of another one.
    const named = await world().call('createFolder', {
      as: setting.admin,
      body: { projectId: setting.project.id, environment: 'dev', name: setting.folderIds['/b'] },
    });
    expect((await call(setting, forced, setting.folderIds['/b'])).body.folder.id).to.equal(named.body.folder.id);
    expect((await call(setting, forced, setting.folderIds['/b'])).body.folder.id).to.equal(setting.folderIds['/b']);
    expect((await call(setting, { path: '/a/', ...forced }, 'b')).body.folder.id).to.equal(setting.folderIds['/a/b']);
    expect((await call(setting, forced, 'root')).body.folder.id).to.equal(setting.folderIds['/root']);
    expect(await setting.tree()).to.equal('/a');
    // Path segments of other operations are valid names here.
    for (const name of ['batch', 'move']) {
      await world().call('createFolder', {
        as: setting.admin,
        body: { projectId: setting.project.id, environment: 'dev', name },
      });
      expect((await call(setting, forced, name)).status).to.equal(200);
    }
  });

  it('checks the path of the folder and the paths of its subfolders', async () => {
    const setting = await newProjectWithFolders(world(), ['/team', '/team/a', '/team/a/locked']);
    const remove = async (rules: readonly Rule[]) =>
      call(setting, { path: '/team', ...forced }, 'a', await newProjectIdentity(world(), setting, rules));
    await unchanged(setting, async () => {
      expectError(await remove([rule('delete', '/team')]), 403, 'PermissionDenied');
      expectError(await remove([rule('delete', '/team/a')]), 403, 'PermissionDenied');
      expectError(await remove([rule('delete', { $glob: '/**' }, 'prod')]), 403, 'PermissionDenied');
      expectError(await remove([rule('delete'), deny('delete', '/team/a/locked')]), 403, 'PermissionDenied');
    });
    expect((await remove([rule('delete', { $glob: '/team/a/**' }, 'dev')])).status).to.equal(200);
  });

  refusesUnauthorized(world, generation, 'delete', forced);
  checksFolderParameters(world, generation, forced);
};

onEachDatabase('deleteFolder', (world) => {
  testDeletingFolders(world, newer('deleteFolder'), { forceDelete: true });
  testDeletingContents(world, (setting, as) =>
    folderCall(world, newer('deleteFolder'))(setting, { forceDelete: true }, 'app', as),
  );

  it('deletes a folder with contents only if `forceDelete` is set', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b']);
    const call = folderCall(world, newer('deleteFolder'));
    for (const body of [{}, { forceDelete: false }])
      expectError(await call(setting, body, setting.folderIds['/a']), 400, 'BadRequest', /'\/a'.*forceDelete=true/);
    expectIssues(await call(setting, { forceDelete: 'true' }, setting.folderIds['/a']), 'body forceDelete type');
    expect(await setting.tree()).to.equal('/a /a/b');
    expect(await setting.entries()).to.deep.equal([]);
    expect((await call(setting, { path: '/a' }, setting.folderIds['/a/b'])).status).to.equal(200);
    expect((await call(setting, {}, setting.folderIds['/a'])).status).to.equal(200);
    expect(await setting.tree()).to.equal('');
  });

  it('counts secrets and imports as contents, and says so only to callers who may delete the folder', async () => {
    const call = folderCall(world, newer('deleteFolder'));
    const setting = await newProjectWithContents(world());
    const { admin, project, folderIds, importInto } = setting;
    await newSecret(world(), setting, 'ALONE', { secretPath: '/to' });
    await importInto(folderIds['/lib']!, setting.ids.prod!);
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: setting.ids.prod! } });
    const before = await setting.everything();
    for (const name of ['app', 'to', 'lib'])
      expectError(
        await call(setting, {}, name),
        400,
        'BadRequest',
        new RegExp(`'/${name}' is not empty.*forceDelete=true`),
      );
    const as = await newProjectIdentity(world(), setting, [{ subject: 'secret-folders', action: 'delete' }]);
    for (const name of ['app', 'to'])
      expectError(await call(setting, {}, name, as), 403, 'PermissionDenied', /delete secrets/);
    expectError(await call(setting, {}, 'lib', as), 403, 'PermissionDenied', /delete secret imports/);
    expect(await setting.everything()).to.deep.equal(before);
    await world().call('deleteSecret', {
      as: admin,
      params: { secretName: 'ALONE' },
      body: { projectId: project.id, environment: 'dev', secretPath: '/to' },
    });
    expect((await call(setting, {}, 'to')).status).to.equal(200);
  });

  it('checks ten thousand secrets', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    const { database, ids } = world().server.parts;
    const { id } = await newSecret(world(), setting, 'FIRST', { secretPath: '/app' });
    await database.transaction(ofInstance, async ({ db }) => {
      const stores = createStores(db);
      const row = (await db<SecretRow>('secrets').where({ id }).first())!;
      const version = (await db<SecretVersionRow>('secret_versions').where({ secretId: id }).first())!;
      const rows = Array.from({ length: 9_999 }, (_, number) => ({ ...row, id: ids.uuid(), key: `KEY_${number}` }));
      await stores.secrets.insert(rows);
      await stores.secretVersions.insert(
        rows.map(({ id: secretId, key }) => ({ ...version, id: ids.uuid(), secretId, key })),
      );
    });
    const secrets = (action: string) => ({
      subject: 'secrets',
      action,
      conditions: { environment: 'dev', secretPath: '/app', secretName: { $glob: '*' } },
    });
    const as = await newProjectIdentity(world(), setting, [
      { subject: 'secret-folders', action: ['edit', 'delete'] },
      ...['delete', 'readValue', 'create'].map(secrets),
    ]);
    const renamed = { projectId: setting.project.id, environment: 'dev', name: 'other' };
    expectError(
      await world().call('updateFolder', { as, params: { folderId: setting.folderIds['/app']! }, body: renamed }),
      403,
      'PermissionDenied',
      /create secrets/,
    );
    expect((await folderCall(world, newer('deleteFolder'))(setting, { forceDelete: true }, 'app', as)).status).to.equal(
      200,
    );
    expect(await setting.names()).to.equal('');
  });
});

onEachDatabase('deleteLegacyFolder', (world) => {
  testDeletingFolders(world, older('deleteLegacyFolder'), {});
  testDeletingContents(world, (setting, as) => folderCall(world, older('deleteLegacyFolder'))(setting, {}, 'app', as));

  it('also accepts the older name of the path parameter, but prefers the newer one', async () => {
    const setting = await newProjectWithFolders(world(), ['/old', '/old/a', '/new', '/new/a']);
    const call = folderCall(world, older('deleteLegacyFolder'));
    expect((await call(setting, { directory: '/old', folderName: 'a' }, 'a')).body.folder.id).to.equal(
      setting.folderIds['/old/a'],
    );
    expect((await call(setting, { directory: '/old', path: '/new' }, 'a')).body.folder.id).to.equal(
      setting.folderIds['/new/a'],
    );
    expectIssues(await call(setting, { directory: '/a//b' }, 'a'), 'body directory pattern');
    expectIssues(await call(setting, { directory: '/a'.repeat(33) }, 'a'), 'body directory too_big');
    expect(await setting.tree()).to.equal('/new /old');
  });
});
