import { expect } from 'chai';
import type { SecretVersionRow } from '../../../src/resources/secrets/secret-versions/store.ts';
import type { SecretRow } from '../../../src/resources/secrets/secrets/store.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect.ts';
import { deletingWhatIsInFolders, newProjectWithContents } from '../../support/folder-contents.ts';
import { deletingFolders } from '../../support/folder-suites.ts';
import { newProjectWithSecrets, newSecret } from '../../support/project-secrets.ts';
import { newProjectIdentity } from '../../support/projects.ts';
import { folderCall, newer, newProjectWithFolders } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('deleteFolder', (world) => {
  deletingFolders(world, newer('deleteFolder'), { forceDelete: true });
  deletingWhatIsInFolders(world, (setting, as) =>
    folderCall(world, newer('deleteFolder'))(setting, { forceDelete: true }, 'app', as),
  );

  it('deletes what is not empty only if that is forced', async () => {
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

  it('takes a secret or an import for something, and tells so only whoever may delete it', async () => {
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
      expectError(await call(setting, {}, name, as), 403, 'PermissionDenied', /delete on secrets/);
    expectError(await call(setting, {}, 'lib', as), 403, 'PermissionDenied', /delete on secret-imports/);
    expect(await setting.everything()).to.deep.equal(before);
    await world().call('deleteSecret', {
      as: admin,
      params: { secretName: 'ALONE' },
      body: { projectId: project.id, environment: 'dev', secretPath: '/to' },
    });
    expect((await call(setting, {}, 'to')).status).to.equal(200);
  });

  it('judges ten thousand secrets quickly', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    const { database, ids } = world().server.parts;
    const { id } = await newSecret(world(), setting, 'FIRST', { secretPath: '/app' });
    await database.transaction(async ({ db }) => {
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
      /create on secrets/,
    );
    expect((await folderCall(world, newer('deleteFolder'))(setting, { forceDelete: true }, 'app', as)).status).to.equal(
      200,
    );
    expect(await setting.names()).to.equal('');
  });
});
