import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../../../src/access/rule.ts';
import { openSqliteFile } from '../../../src/platform/db/sqlite/driver.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  newProjectWithSecrets,
  newSecret,
  rule,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { deleteFolder, deleteSecret, trashCalls } from '../../support/fixtures/trash.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

onEachDatabase('removeFromTrash', (world) => {
  const { remove, restore, names } = trashCalls(world);
  /** The numbers of stored versions, secrets in the trash, and their tags. */
  const left = async ({ project }: TestSecrets): Promise<number[]> => {
    const { read } = world().server.parts.database;
    const secrets = await read('trashed_secrets').where({ projectId: project.id }).pluck('id');
    const versions = await read('secret_versions').where({ projectId: project.id }).pluck('id');
    const tags = await read('trashed_secret_tags').whereIn('secretId', secrets).pluck('tagId');
    return [versions.length, secrets.length, tags.length];
  };

  it('removes a secret with all its versions', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{ tagIds: [setting.red.id] }, { secretValue: 'two' }]);
    await newSecret(world(), setting, 'KEY', { type: 'personal', secretValue: 'mine' });
    await deleteSecret(world(), setting, 'KEY');
    expect(await left(setting)).to.deep.equal([3, 2, 1]);
    const response = await remove(setting, id);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    expect(response.body.removed).to.include({ id, name: 'KEY', kind: 'secret' });
    expect(await left(setting)).to.deep.equal([0, 0, 0]);
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({
      eventType: 'remove-from-trash',
      eventMetadata: { environment: 'dev', secretPath: '/', secretId: id, secretKey: 'KEY' },
    });
    expectError(await restore(setting, id), 404, 'NotFound', /trash/);
    expectError(await remove(setting, id), 404, 'NotFound', /trash/);
  });

  it('removes a folder with everything in it, and nothing else', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep', '/lib']);
    await newSecret(world(), setting, 'KEY', { secretPath: '/app/deep' });
    await newSecret(world(), setting, 'KEPT');
    const id = await deleteFolder(world(), setting, 'app');
    const kept = await deleteFolder(world(), setting, 'lib');
    expect((await remove(setting, id)).status).to.equal(200);
    expect([await left(setting), await names(setting)]).to.deep.equal([[1, 0, 0], ['/:lib']]);
    expect((await restore(setting, kept)).status).to.equal(200);
    expect([await setting.tree(), await setting.names()]).to.deep.equal(['/lib', '/:KEPT']);
  });

  it('needs the permission to delete what it removes, as that was', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep']);
    await newSecret(world(), setting, 'KEY', { tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'INSIDE', { secretPath: '/app/deep' });
    const secretId = await deleteSecret(world(), setting, 'KEY');
    const folderId = await deleteFolder(world(), setting, 'app');
    const folders = { subject: 'secret-folders', action: 'delete' };
    const attempt = async (id: string, rules: readonly Rule[]) =>
      remove(setting, id, await newProjectIdentity(world(), setting, rules));
    for (const conditions of [{ secretName: 'OTHER' }, { secretTags: { $in: ['blue'] } }, { secretPath: '/app' }])
      expectError(await attempt(secretId, [rule('delete', conditions)]), 403, 'PermissionDenied', /delete secrets/);
    expectError(await attempt(folderId, [rule('delete')]), 403, 'PermissionDenied', /delete secret folders/i);
    const onlyAbove = [folders, rule('delete', { secretPath: '/app' })];
    expectError(await attempt(folderId, onlyAbove), 403, 'PermissionDenied', /delete secrets/);
    expect((await names(setting)).length).to.equal(2);
    expect((await attempt(secretId, [rule('delete', { secretTags: { $in: ['red'] } })])).status).to.equal(200);
    expect((await attempt(folderId, [folders, rule('delete')])).status).to.equal(200);
    expect(await names(setting)).to.deep.equal([]);
  });

  it('is not needed to redact a version of a secret in the trash', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { secretPath: '/app', secretValue: 'leaked' },
      { secretValue: 'fine' },
    ]);
    const folderId = await deleteFolder(world(), setting, 'app');
    const redact = (versionId: string, as: { token: string } = setting.admin) =>
      world().call('redactSecretVersion', { as, params: { versionId } });
    const stranger = await newProjectIdentity(world(), setting, [rule('edit', { secretPath: '/' })]);
    expectError(await redact(versionIds[0]!, stranger), 403, 'PermissionDenied', /edit secrets/);
    expectError(await redact(versionIds[1]!), 400, 'BadRequest', /Change the secret first/);
    expect((await redact(versionIds[0]!)).status).to.equal(200);
    expect((await restore(setting, folderId)).status).to.equal(200);
    expect((await versionsOf(world(), id)).map(({ sealedValue }) => sealedValue === '')).to.deep.equal([true, false]);
  });
});

describe('removeFromTrash on SQLite', () => {
  it('overwrites the values in the database file', async () => {
    const storage = await newStorage('sqlite');
    const world = await ownWorld(storage);
    const setting = await newProjectWithSecrets(world);
    const { id } = await newSecret(world, setting, 'KEY', { secretValue: 'x'.repeat(10_000) });
    const [version] = await versionsOf(world, id);
    await deleteSecret(world, setting, 'KEY');
    const file = join(storage.DATA_DIR!, 'sallyport.db');
    /** Whether the value is in the file itself, after all that is in its log was copied there. */
    const isStored = (): boolean => {
      const connection = openSqliteFile(file, {});
      connection.pragma('wal_checkpoint(TRUNCATE)');
      connection.close();
      return readFileSync(file).includes(version!.sealedValue.slice(100, 200));
    };
    expect(isStored()).to.equal(true);
    expect((await trashCalls(() => world).remove(setting, id)).status).to.equal(200);
    expect(isStored()).to.equal(false);
  });
});
