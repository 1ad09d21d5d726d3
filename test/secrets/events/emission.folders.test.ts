import { expect } from 'chai';
import { newProjectWithStream, type ProjectWithStream } from '../../support/fixtures/event-settings.ts';
import { newSecret } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('events of folders', (world) => {
  const filled = async (): Promise<ProjectWithStream> => {
    const watched = await newProjectWithStream(world(), ['/a', '/a/b', '/a/empty', '/to']);
    await watched.fill('/a', 'ONE', 'TWO');
    await watched.fill('/a/b', 'THREE');
    return watched;
  };

  it('deleting emits a deletion for each folder with shared secrets', async () => {
    const { call, received, folderIds } = await filled();
    await call('deleteFolder', { forceDelete: true }, { folderId: folderIds['/a']! });
    expect(await received()).to.have.members(['secret:delete dev:/a ONE,TWO', 'secret:delete dev:/a/b THREE']);
  });

  it('renaming emits deletions at the old paths and creations at the new ones', async () => {
    const { call, received, folderIds } = await filled();
    await call('updateFolder', { name: 'new' }, { folderId: folderIds['/a']! });
    expect(await received()).to.have.members([
      'secret:delete dev:/a ONE,TWO',
      'secret:delete dev:/a/b THREE',
      'secret:create dev:/new ONE,TWO',
      'secret:create dev:/new/b THREE',
    ]);
    await call('updateFolder', { name: 'new', description: 'only that' }, { folderId: folderIds['/a']! });
    expect(await received()).to.deep.equal([]);
  });

  it('moving emits events, but not for folders without secrets', async () => {
    const { call, received, folderIds } = await filled();
    await call('moveFolder', { folderId: folderIds['/a'], destinationEnvironment: 'dev', destinationPath: '/to' });
    const after = await received();
    expect(after).to.have.members([
      'secret:delete dev:/a ONE,TWO',
      'secret:delete dev:/a/b THREE',
      'secret:create dev:/to/a ONE,TWO',
      'secret:create dev:/to/a/b THREE',
    ]);
    await call('moveFolder', { folderId: folderIds['/a/empty'], destinationEnvironment: 'dev', destinationPath: '/' });
    expect(await received()).to.deep.equal([]);
  });

  it('folders that import or reference the secrets emit events too', async () => {
    const { call, received, imports, refers, folderIds } = await filled();
    await imports('/to', '/a');
    await refers('/', '/new');
    await call('updateFolder', { name: 'new' }, { folderId: folderIds['/a']! });
    expect((await received()).filter((text) => text.startsWith('secret:import'))).to.have.members([
      'secret:import-mutation dev:/to',
      'secret:import-mutation dev:/',
    ]);
    await call('deleteFolder', { forceDelete: true }, { folderId: folderIds['/a']! });
    const after = await received();
    expect(after.filter((text) => text.startsWith('secret:import'))).to.have.members([
      'secret:import-mutation dev:/to',
      'secret:import-mutation dev:/',
    ]);
  });
});

onEachDatabase('events of imports', (world) => {
  it('creating, changing or deleting an import emits events for the folder and those that import it; reordering does not', async () => {
    const { call, received, imports } = await newProjectWithStream(world(), ['/a', '/b', '/c', '/d']);
    await imports('/d', '/c');
    const { secretImport } = await call('createSecretImport', {
      path: '/c',
      import: { environment: 'dev', path: '/a' },
    });
    const both = ['secret:import-mutation dev:/c', 'secret:import-mutation dev:/d'];
    expect(await received()).to.deep.equal(both);
    await imports('/c', '/b');
    const params = { secretImportId: secretImport.id as string };
    await call('updateSecretImport', { path: '/c', import: { position: 2 } }, params);
    expect(await received()).to.deep.equal([]);
    await call('updateSecretImport', { path: '/c', import: { environment: 'prod', path: '/' } }, params);
    expect(await received()).to.deep.equal(both);
    await call('deleteSecretImport', { path: '/c' }, params);
    expect(await received()).to.deep.equal(both);
    await call('createSecretImport', { path: '/c', import: { environment: 'dev', path: '/none' } }, undefined, 404);
    expect(await received()).to.deep.equal([]);
  });

  it('a change through chains of imports and references emits one event per folder, after that of the change itself, despite cycles', async () => {
    const watched = await newProjectWithStream(world(), ['/a', '/b', '/c', '/d', '/e']);
    const { received, imports, refers } = watched;
    await imports('/b', '/a');
    await refers('/c', '/b');
    await imports('/d', '/b');
    await imports('/d', '/c');
    await refers('/a', '/d');
    await newSecret(world(), watched, 'NEW', { secretPath: '/a' });
    const [first, ...rest] = await received();
    expect(first).to.equal('secret:create dev:/a NEW');
    expect(rest).to.have.members([
      'secret:import-mutation dev:/b',
      'secret:import-mutation dev:/c',
      'secret:import-mutation dev:/d',
    ]);
    await newSecret(world(), watched, 'NEW', { secretPath: '/e' });
    expect(await received()).to.deep.equal(['secret:create dev:/e NEW']);
  });

  it('moving from a folder to one that imports it emits each event once', async () => {
    const { call, received, fill, imports } = await newProjectWithStream(world(), ['/a', '/b', '/c']);
    const secretIds = await fill('/a', 'KEY');
    await imports('/b', '/a');
    await imports('/c', '/b');
    await call('moveSecrets', {
      sourceEnvironment: 'dev',
      sourceSecretPath: '/a',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/b',
      secretIds,
    });
    const mutations = ['secret:import-mutation dev:/b', 'secret:import-mutation dev:/c'];
    expect(await received()).to.deep.equal(['secret:delete dev:/a KEY', 'secret:create dev:/b KEY', ...mutations]);
  });
});
