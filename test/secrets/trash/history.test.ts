import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { changeIdRange, type FolderChangeRow } from '../../../src/resources/secrets/folder-changes/store.ts';
import {
  newProjectWithSecrets,
  newSecret,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { deleteFolder, deleteSecret, trashCalls } from '../../support/fixtures/trash.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the history of folders', (world) => {
  const call = async ({ admin: as, project }: TestSecrets, id: OperationId, body: object, params = {}) => {
    const response = await world().call(id, {
      as,
      params,
      body: { projectId: project.id, environment: 'dev', ...body },
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return response.body;
  };
  const changesOf = ({ project }: TestSecrets): Promise<FolderChangeRow[]> =>
    world()
      .server.parts.database.read<FolderChangeRow>('folder_changes')
      .where({ projectId: project.id })
      .orderBy('sequence');

  it('has the folder of each version, and one change id for each request and folder', async () => {
    const setting = await newProjectWithSecrets(world());
    const secrets = ['ONE', 'TWO'].map((secretKey) => ({ secretKey, secretValue: 'first' }));
    const created = await call(setting, 'createSecrets', { secretPath: '/app', secrets });
    await world().clock.later(1, () => call(setting, 'updateSecrets', { secretPath: '/app', secrets }));
    await newSecret(world(), setting, 'ONE', { secretPath: '/app', type: 'personal', secretValue: 'mine' });
    const folderId = setting.folderIds['/app']!;
    const versions = [];
    for (const { id } of created.secrets as { id: string }[]) versions.push(await versionsOf(world(), id));
    expect(versions.flat().map((version) => version.folderId)).to.deep.equal(Array(4).fill(folderId));
    const changeIds = versions.map((list) => list.map(({ changeId }) => changeId!));
    expect(changeIds[0]).to.deep.equal(changeIds[1]);
    const [first, second] = changeIds[0]!;
    const { from, below } = changeIdRange(folderId);
    expect(from < first! && first! < second! && second! < below, `${from} ${first} ${second} ${below}`).to.equal(true);
    const personal = await world()
      .server.parts.database.read<{ folderId: null; changeId: null }>('secret_versions as v')
      .join('secrets as s', 's.id', 'v.secretId')
      .where({ 's.folderId': folderId, 's.ownerId': setting.admin.id })
      .select('v.folderId', 'v.changeId');
    expect(personal).to.deep.equal([{ folderId: null, changeId: null }]);
  });

  it('has deletions, moves and restorations of secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    const { folderIds, admin } = setting;
    const { id } = await newSecret(world(), setting, 'KEY');
    await call(setting, 'moveSecrets', {
      sourceEnvironment: 'dev',
      sourceSecretPath: '/',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/app',
      secretIds: [id],
    });
    await deleteSecret(world(), setting, 'KEY', { secretPath: '/app' });
    expect((await trashCalls(world).restore(setting, id, { newName: 'NEW' })).status).to.equal(200);
    await deleteSecret(world(), setting, 'NEW', { secretPath: '/app' });
    expect((await trashCalls(world).remove(setting, id)).status).to.equal(200);
    const changes = await changesOf(setting);
    const [root, app] = [folderIds['/'], folderIds['/app']];
    expect(
      changes.map(({ kind, folderId, otherFolderId, name }) => [kind, folderId, otherFolderId, name]),
    ).to.deep.equal([
      ['secret-moved-away', root, app, 'KEY'],
      ['secret-moved-here', app, root, 'KEY'],
      ['secret-deleted', app, null, 'KEY'],
      ['secret-restored', app, null, 'NEW'],
      ['secret-deleted', app, null, 'NEW'],
      ['secret-removed', app, null, 'NEW'],
    ]);
    for (const change of changes)
      expect(change).to.include({ objectId: id, version: 1, actorId: admin.id, environmentId: setting.ids.dev });
  });

  it('has what happens to folders', async () => {
    const setting = await newProjectWithSecrets(world(), ['/to']);
    const { folder } = await call(setting, 'createFolder', { path: '/', name: 'new' });
    await call(setting, 'updateFolder', { path: '/', name: 'renamed' }, { folderId: folder.id });
    await call(setting, 'moveFolder', {
      folderId: folder.id,
      destinationEnvironment: 'dev',
      destinationPath: '/to',
    });
    await deleteFolder(world(), setting, 'renamed', '/to');
    expect((await trashCalls(world).restore(setting, folder.id as string)).status).to.equal(200);
    await deleteFolder(world(), setting, 'renamed', '/to');
    expect((await trashCalls(world).remove(setting, folder.id as string)).status).to.equal(200);
    const changes = await changesOf(setting);
    const [root, to] = [setting.folderIds['/'], setting.folderIds['/to']];
    expect(
      changes.map(({ kind, folderId, otherFolderId, name, otherName }) => [
        kind,
        folderId,
        otherFolderId,
        name,
        otherName,
      ]),
    ).to.deep.equal([
      ['folder-created', root, null, 'new', null],
      ['folder-renamed', root, null, 'renamed', 'new'],
      ['folder-moved-away', root, to, 'renamed', null],
      ['folder-moved-here', to, root, 'renamed', null],
      ['folder-deleted', to, null, 'renamed', null],
      ['folder-restored', to, null, 'renamed', null],
      ['folder-deleted', to, null, 'renamed', null],
      ['folder-removed', to, null, 'renamed', null],
    ]);
  });
});
