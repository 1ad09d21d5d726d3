import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithStream } from '../../support/fixtures/event-settings.ts';
import {
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  storedSecret,
  unchanged,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deleteEnvironment, restoreEnvironment } from '../../support/fixtures/secret-imports.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { deleteFolder, deleteSecret, trashCalls } from '../../support/fixtures/trash.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('restoreFromTrash', (world) => {
  const { restore, names } = trashCalls(world);
  const succeed = async (setting: TestSecrets, id: string, body: object = {}) => {
    const response = await restore(setting, id, { ...body });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return response;
  };
  const valueOf = async ({ admin: as, project }: TestSecrets, secretName: string, secretPath = '/') => {
    const query = { projectId: project.id, environment: 'dev', secretPath };
    const { status, body } = await world().call('getSecret', { as, params: { secretName }, query });
    return status === 200 ? (body.secret.secretValue as string) : status;
  };

  it('restores a secret as it was, with its versions and personal overrides', async () => {
    const setting = await newProjectWithSecrets(world());
    const fields = {
      secretValue: 'two ${prod.X}',
      secretComment: 'a comment',
      secretMetadata: [{ key: 'k', value: 'sealed', isEncrypted: true }],
      tagIds: [setting.red.id],
    };
    const { id } = await newHistory(world(), setting, 'KEY', [{ secretValue: 'one' }, fields]);
    const colleague = await newColleague(world(), setting);
    await newSecret(world(), setting, 'KEY', { type: 'personal', secretValue: 'theirs' }, colleague);
    const before = (await storedSecret(world(), setting, 'KEY'))!;
    const rows = await setting.rows();
    const versions = await versionsOf(world(), id);
    await deleteSecret(world(), setting, 'KEY');
    expect(await valueOf(setting, 'KEY')).to.equal(404);

    const response = await succeed(setting, id);
    expect(response.body).to.deep.equal({
      restored: { id, kind: 'secret', name: 'KEY', environment: 'dev', secretPath: '/', numberOfSecrets: 1 },
    });
    expect(await storedSecret(world(), setting, 'KEY')).to.deep.equal({
      ...before,
      row: { ...before.row, updatedAt: '2030-01-01T00:00:00.000Z' },
    });
    expect(await versionsOf(world(), id)).to.deep.equal(versions);
    expect(((await setting.rows()) as unknown[][]).map(({ length }) => length)).to.deep.equal(
      (rows as unknown[][]).map(({ length }) => length),
    );
    expect(await storedSecret(world(), setting, 'KEY', { owner: colleague.id })).to.include({ value: 'theirs' });
    expect(await names(setting)).to.deep.equal([]);
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({
      eventType: 'restore-from-trash',
      eventMetadata: { environment: 'dev', secretPath: '/', secretId: id, secretKey: 'KEY' },
    });
    expectError(await restore(setting, id), 404, 'NotFound', /trash/);
  });

  it('restores a secret under another name if its name is taken', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'KEY', { secretValue: 'old' });
    await deleteSecret(world(), setting, 'KEY');
    await newSecret(world(), setting, 'KEY', { secretValue: 'new' });
    await unchanged(setting, async () => {
      expectError(await restore(setting, id), 400, 'BadRequest', /already exists.*'KEY'.*newName/);
    });
    const { body } = await succeed(setting, id, { newName: 'KEY_OLD' });
    expect(body.restored).to.include({ id, name: 'KEY_OLD' });
    expect([await valueOf(setting, 'KEY'), await valueOf(setting, 'KEY_OLD')]).to.deep.equal(['new', 'old']);
  });

  it('treats what is in the trash as gone: ETags and references change with it', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin: as, project } = setting;
    await newSecret(world(), setting, 'TARGET', { secretPath: '/app', secretValue: 'found' });
    await newSecret(world(), setting, 'REFERRING', { secretValue: '${dev.app.TARGET}' });
    const query = { projectId: project.id, environment: 'dev', recursive: 'true' };
    const list = async () => {
      const { body, headers } = await world().call('listSecrets', { as, query });
      const secrets = body.secrets as { secretKey: string; secretValue: string }[];
      return { etag: headers.etag, secrets: secrets.map(({ secretKey, secretValue }) => [secretKey, secretValue]) };
    };
    const before = await list();
    const id = await deleteSecret(world(), setting, 'TARGET', { secretPath: '/app' });
    const without = await list();
    expect(without.secrets).to.not.deep.include(['REFERRING', 'found']);
    expect(without.etag).to.not.equal(before.etag);
    await succeed(setting, id);
    const after = await list();
    expect(after.secrets).to.have.deep.members(before.secrets);
    expect(after.etag).to.not.equal(without.etag);
  });

  it('restores a folder with everything that was deleted with it', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep', '/lib', '/gone']);
    const { admin: as, project } = setting;
    await newSecret(world(), setting, 'PLAIN', { secretPath: '/app' });
    await newSecret(world(), setting, 'TAGGED', { secretPath: '/app/deep', tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'TAGGED', { secretPath: '/app/deep', type: 'personal', secretValue: 'mine' });
    for (const source of ['/lib', '/gone'])
      await world().call('createSecretImport', {
        as,
        body: { projectId: project.id, environment: 'dev', path: '/app', import: { environment: 'dev', path: source } },
      });
    const imports = () =>
      world().server.parts.database.read('secret_imports').where({ projectId: project.id }).pluck('sourceFolderId');
    const [folders, ...rows] = (await setting.rows()) as { id: string }[][];
    const id = await deleteFolder(world(), setting, 'app');
    await deleteFolder(world(), setting, 'gone');
    expect([await setting.tree(), await setting.names(), await imports()]).to.deep.equal(['/lib', '', []]);

    const response = await succeed(setting, id);
    expect(response.body.restored).to.include({ id, kind: 'folder', name: 'app', secretPath: '/', numberOfSecrets: 2 });
    expect(await setting.rows()).to.deep.equal([
      folders!.filter((folder) => folder.id !== setting.folderIds['/gone']),
      ...rows,
    ]);
    expect(await imports()).to.deep.equal([setting.folderIds['/lib']]);
    expect(await names(setting)).to.deep.equal(['/:gone']);
  });

  it('restores a folder under another name, also in a folder that was renamed', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep', '/app/deep/er']);
    const { admin: as, project, folderIds } = setting;
    await newSecret(world(), setting, 'KEY', { secretPath: '/app/deep/er', secretValue: 'kept' });
    const id = await deleteFolder(world(), setting, 'deep', '/app');
    const create = { projectId: project.id, environment: 'dev', path: '/app', name: 'deep' };
    expect((await world().call('createFolder', { as, body: create })).status).to.equal(200);
    const renaming = { projectId: project.id, environment: 'dev', name: 'new' };
    await world().call('updateFolder', { as, params: { folderId: folderIds['/app']! }, body: renaming });
    expectError(await restore(setting, id), 400, 'BadRequest', /already exists.*newName/);
    expect((await restore(setting, id, { newName: 'a b' })).status).to.equal(422);
    const { body } = await succeed(setting, id, { newName: 'old' });
    expect(body.restored).to.include({ name: 'old', secretPath: '/new' });
    expect(await setting.tree()).to.equal('/new /new/deep /new/old /new/old/er');
    expect(await valueOf(setting, 'KEY', '/new/old/er')).to.equal('kept');
  });

  it('needs the folder and the environment that it was in, or a folder with that path', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep']);
    await newSecret(world(), setting, 'KEY', { secretPath: '/app/deep', secretValue: 'kept' });
    const secretId = await deleteSecret(world(), setting, 'KEY', { secretPath: '/app/deep' });
    const deepId = await deleteFolder(world(), setting, 'deep', '/app');
    const folderId = await deleteFolder(world(), setting, 'app');
    expectError(await restore(setting, secretId), 400, 'BadRequest', /'\/app\/deep'.*does not exist any more/);
    expectError(await restore(setting, deepId), 400, 'BadRequest', /'\/app'.*does not exist any more/);
    await succeed(setting, folderId);
    await deleteEnvironment(world(), setting, 'dev');
    for (const id of [secretId, deepId])
      expectError(await restore(setting, id), 400, 'BadRequest', /environment 'dev' is deleted/);
    await restoreEnvironment(world(), setting, 'dev');
    const body = { projectId: setting.project.id, environment: 'dev', path: '/app', name: 'deep' };
    expect((await world().call('createFolder', { as: setting.admin, body })).status).to.equal(200);
    await succeed(setting, secretId);
    expect(await valueOf(setting, 'KEY', '/app/deep')).to.equal('kept');
  });

  it('restores a personal secret for its owner, if there is the secret that it overrides', async () => {
    const setting = await newProjectWithSecrets(world());
    const colleague = await newColleague(world(), setting);
    await newSecret(world(), setting, 'KEY');
    await newSecret(world(), setting, 'KEY', { type: 'personal', secretValue: 'mine' });
    const id = await deleteSecret(world(), setting, 'KEY', { type: 'personal' });
    const sharedId = await deleteSecret(world(), setting, 'KEY');
    expectError(await restore(setting, id, {}, colleague), 404, 'NotFound', /trash/);
    expectError(await restore(setting, id), 400, 'BadRequest', /overrides does not exist/);
    await succeed(setting, sharedId);
    expectError(await restore(setting, id, { newName: 'OTHER' }), 400, 'BadRequest', /'KEY'/);
    await succeed(setting, id);
    expect(await storedSecret(world(), setting, 'KEY', { owner: setting.admin.id })).to.include({ value: 'mine' });
  });

  it('needs the permission to create what was deleted', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep']);
    await newSecret(world(), setting, 'KEY', { tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'INSIDE', { secretPath: '/app/deep' });
    const secretId = await deleteSecret(world(), setting, 'KEY');
    const folderId = await deleteFolder(world(), setting, 'app');
    const folders = { subject: 'secret-folders', action: 'create' };
    const attempt = async (id: string, rules: readonly Rule[]) =>
      restore(setting, id, {}, await newProjectIdentity(world(), setting, rules));
    const before = [await setting.rows(), await names(setting)];
    for (const conditions of [{ secretName: 'OTHER' }, { secretTags: { $in: ['blue'] } }, { secretPath: '/app' }])
      expectError(await attempt(secretId, [rule('create', conditions)]), 403, 'PermissionDenied', /create secrets/);
    expectError(await attempt(folderId, [rule('create')]), 403, 'PermissionDenied', /create secret folders/i);
    const onlyAbove = [folders, rule('create', { secretPath: '/app' })];
    expectError(await attempt(folderId, onlyAbove), 403, 'PermissionDenied', /create secrets/);
    expect([await setting.rows(), await names(setting)]).to.deep.equal(before);
    expect((await attempt(secretId, [rule('create', { secretTags: { $in: ['red'] } })])).status).to.equal(200);
    expect((await attempt(folderId, [folders, rule('create')])).status).to.equal(200);
  });

  it('emits the events of new secrets', async () => {
    const watched = await newProjectWithStream(world(), ['/app', '/app/deep', '/lib']);
    await watched.fill('/', 'KEY');
    await watched.fill('/app', 'ONE', 'TWO');
    await watched.fill('/app/deep', 'THREE');
    await watched.refers('/lib', '/app/deep');
    const secretId = await deleteSecret(world(), watched, 'KEY');
    const folderId = await deleteFolder(world(), watched, 'app');
    await watched.received();
    await succeed(watched, secretId);
    expect(await watched.received()).to.deep.equal(['secret:create dev:/ KEY']);
    await succeed(watched, folderId);
    expect(await watched.received()).to.have.members([
      'secret:create dev:/app ONE,TWO',
      'secret:create dev:/app/deep THREE',
      'secret:import-mutation dev:/lib',
    ]);
  });

  it('restores secrets that were deleted together, each on its own', async () => {
    const setting = await newProjectWithSecrets(world());
    const keys = ['ONE', 'TWO', 'THREE'];
    for (const key of keys) await newSecret(world(), setting, key);
    await newSecret(world(), setting, 'ONE', { type: 'personal', secretValue: 'mine' });
    const response = await world().call('deleteSecrets', {
      as: setting.admin,
      body: {
        projectId: setting.project.id,
        environment: 'dev',
        secrets: [...keys.map((secretKey) => ({ secretKey })), { secretKey: 'ONE', type: 'personal' }],
      },
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    expect((await names(setting)).sort()).to.deep.equal(['/:ONE', '/:THREE', '/:TWO']);
    const [one] = response.body.secrets as { id: string }[];
    await succeed(setting, one!.id);
    expect(await setting.names()).to.equal('/:ONE');
    expect(await storedSecret(world(), setting, 'ONE', { owner: setting.admin.id })).to.include({ value: 'mine' });
    const updated = await secretCall(world, 'updateSecret')(setting, 'ONE', { secretValue: 'changed' });
    expect(updated.body.secret).to.include({ version: 2 });
  });
});
