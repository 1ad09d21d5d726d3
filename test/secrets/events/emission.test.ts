import { expect } from 'chai';
import { newProjectWithStream, type ProjectWithStream } from '../../support/fixtures/event-settings.ts';
import { newSecret, versionsOf } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** The same operations in two generations. */
const generations = [
  {
    create: 'createSecret',
    update: 'updateSecret',
    remove: 'deleteSecret',
    createMany: 'createSecrets',
    updateMany: 'updateSecrets',
    removeMany: 'deleteSecrets',
  },
  {
    create: 'createRawSecret',
    update: 'updateRawSecret',
    remove: 'deleteRawSecret',
    createMany: 'createRawSecrets',
    updateMany: 'updateRawSecrets',
    removeMany: 'deleteRawSecrets',
  },
] as const;

onEachDatabase('what is told of secrets', (world) => {
  for (const { create, update, remove, createMany, updateMany, removeMany } of generations) {
    it(`of ${create}, ${update} and ${remove}: one event each, of a new name with both`, async () => {
      const { call, received } = await newProjectWithStream(world());
      const secretPath = '/app';
      await call(create, { secretPath, secretValue: 'a' }, { secretName: 'A' });
      expect(await received()).to.deep.equal(['secret:create dev:/app A']);
      await call(update, { secretPath, secretValue: 'b' }, { secretName: 'A' });
      await call(update, { secretPath, newSecretName: 'B' }, { secretName: 'A' });
      expect(await received()).to.deep.equal(['secret:update dev:/app A', 'secret:update dev:/app A,B']);
      await call(remove, { secretPath }, { secretName: 'B' });
      expect(await received()).to.deep.equal(['secret:delete dev:/app B']);
    });

    it(`of ${createMany}, ${updateMany} and ${removeMany}: one event for each folder with all names`, async () => {
      const { call, received } = await newProjectWithStream(world());
      await call(createMany, { secrets: ['A', 'B'].map((secretKey) => ({ secretKey, secretValue: 'v' })) });
      expect(await received()).to.deep.equal(['secret:create dev:/ A,B']);
      await call(createMany, { secretPath: '/app', secrets: [{ secretKey: 'C', secretValue: 'v' }] });
      await received();
      const secrets = [
        { secretKey: 'A', secretValue: 'x' },
        { secretKey: 'C', secretPath: '/app', newSecretName: 'D' },
        { secretKey: 'B', secretComment: 'c' },
      ];
      await call(updateMany, { secrets });
      expect(await received()).to.have.members(['secret:update dev:/ A,B', 'secret:update dev:/app C,D']);
      await call(updateMany, {
        mode: 'upsert',
        secrets: [
          { secretKey: 'A', secretValue: 'y' },
          { secretKey: 'NEW', secretValue: 'n' },
        ],
      });
      expect(await received()).to.deep.equal(['secret:create dev:/ NEW', 'secret:update dev:/ A']);
      await call(removeMany, { secrets: [{ secretKey: 'A' }, { secretKey: 'B' }] });
      expect(await received()).to.deep.equal(['secret:delete dev:/ A,B']);
    });
  }

  it('of everything that is changed about a secret, and of nothing that is not', async () => {
    const { call, received, red } = await newProjectWithStream(world());
    await call('createSecret', { secretValue: 'v' }, { secretName: 'A' });
    await received();
    const changes = [
      { tagIds: [red.id] },
      { secretComment: 'c' },
      { secretMetadata: [{ key: 'k', value: 'v' }] },
      { secretReminderRepeatDays: 3 },
      { skipMultilineEncoding: true },
    ];
    for (const change of changes) {
      await call('updateSecret', change, { secretName: 'A' });
      expect(await received(), JSON.stringify(change)).to.deep.equal(['secret:update dev:/ A']);
    }
    await call('updateSecret', {}, { secretName: 'A' });
    await call('updateSecrets', { secrets: [{ secretKey: 'A' }] });
    expect(await received()).to.deep.equal([]);
    await call('updateSecrets', {
      mode: 'ignore',
      secrets: [
        { secretKey: 'A', secretValue: 'new' },
        { secretKey: 'MISSING', secretValue: 'x' },
      ],
    });
    expect(await received()).to.deep.equal(['secret:update dev:/ A']);
  });

  it('of moving: gone here, come or changed there', async () => {
    const { call, received, fill } = await newProjectWithStream(world(), ['/a', '/b']);
    const secretIds = await fill('/a', 'ONE', 'TWO');
    await fill('/b', 'TWO');
    const way = {
      sourceEnvironment: 'dev',
      sourceSecretPath: '/a',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/b',
      secretIds,
    };
    await call('moveSecrets', { ...way, shouldOverwrite: true });
    expect(await received()).to.deep.equal([
      'secret:delete dev:/a ONE,TWO',
      'secret:create dev:/b ONE',
      'secret:update dev:/b TWO',
    ]);
  });

  it('of duplicating: come or changed there', async () => {
    const { call, received, fill } = await newProjectWithStream(world(), ['/a', '/b']);
    const secretIds = await fill('/a', 'ONE', 'TWO');
    await fill('/b', 'TWO');
    const way = {
      sourceEnvironment: 'dev',
      sourceSecretPath: '/a',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/b',
      secretIds,
      attributesToCopy: { value: true, comment: true },
    };
    await call('duplicateSecrets', { ...way, shouldOverwrite: true });
    expect(await received()).to.deep.equal(['secret:create dev:/b ONE', 'secret:update dev:/b TWO']);
  });

  it('of an old version that is restored; not of one that is redacted, nor of reading', async () => {
    const { call, received, fill, admin, project } = await newProjectWithStream(world());
    const [secretId] = await fill('/app', 'A');
    await call('updateSecret', { secretPath: '/app', secretValue: 'two' }, { secretName: 'A' });
    await received();
    const as = admin;
    expect(
      (await world().call('restoreSecretVersion', { as, params: { secretId: secretId!, version: '1' } })).status,
    ).to.equal(200);
    expect(await received()).to.deep.equal(['secret:update dev:/app A']);
    const [oldest] = await versionsOf(world(), secretId!);
    const redacted = await world().call('redactSecretVersion', { as, params: { versionId: oldest!.id } });
    expect(redacted.status, JSON.stringify(redacted.body)).to.equal(200);
    expect(
      (
        await world().call('listSecrets', {
          as,
          query: { projectId: project.id, environment: 'dev', recursive: 'true' },
        })
      ).status,
    ).to.equal(200);
    expect(
      (
        await world().call('getSecret', {
          as,
          params: { secretName: 'A' },
          query: { projectId: project.id, environment: 'dev', secretPath: '/app' },
        })
      ).status,
    ).to.equal(200);
    expect(await received()).to.deep.equal([]);
  });

  it('not of personal secrets', async () => {
    const { call, received, fill } = await newProjectWithStream(world());
    await fill('/app', 'A');
    const mine = { secretPath: '/app', type: 'personal' };
    await call('createSecret', { ...mine, secretValue: 'mine' }, { secretName: 'A' });
    await call('updateSecret', { ...mine, secretValue: 'mine too' }, { secretName: 'A' });
    await call('deleteSecret', mine, { secretName: 'A' });
    expect(await received()).to.deep.equal([]);
  });

  it('not of what was refused or failed', async () => {
    const watched = await newProjectWithStream(world());
    const { call, received, project } = watched;
    await watched.fill('/app', 'A');
    await call('createSecret', { secretPath: '/app', secretValue: 'x' }, { secretName: 'A' }, 400);
    await call('createSecret', { secretPath: '/none', secretValue: 'x' }, { secretName: 'A' }, 404);
    await call('createSecret', { secretPath: '/app', secretValue: 5 }, { secretName: 'B' }, 422);
    await call(
      'createSecrets',
      { secretPath: '/app', secrets: ['NEW', 'A'].map((secretKey) => ({ secretKey, secretValue: 'v' })) },
      undefined,
      400,
    );
    await call(
      'updateSecrets',
      { secretPath: '/app', secrets: ['A', 'MISSING'].map((secretKey) => ({ secretKey, secretValue: 'w' })) },
      undefined,
      404,
    );
    await call(
      'deleteSecrets',
      { secretPath: '/app', secrets: ['A', 'MISSING'].map((secretKey) => ({ secretKey })) },
      undefined,
      404,
    );
    const nobody = await newProjectIdentity(world(), watched, 'no-access');
    const body = { projectId: project.id, environment: 'dev', secretPath: '/app' };
    expect((await world().call('deleteSecret', { as: nobody, params: { secretName: 'A' }, body })).status).to.equal(
      403,
    );
    expect(await received()).to.deep.equal([]);
  });
});

onEachDatabase('what is told of folders', (world) => {
  const filled = async (): Promise<ProjectWithStream> => {
    const watched = await newProjectWithStream(world(), ['/a', '/a/b', '/a/empty', '/to']);
    await watched.fill('/a', 'ONE', 'TWO');
    await watched.fill('/a/b', 'THREE');
    return watched;
  };

  it('of one that is deleted: a deletion for each that held shared secrets', async () => {
    const { call, received, folderIds } = await filled();
    await call('deleteFolder', { forceDelete: true }, { folderId: folderIds['/a']! });
    expect(await received()).to.have.members(['secret:delete dev:/a ONE,TWO', 'secret:delete dev:/a/b THREE']);
  });

  it('of one that gets another name: gone from the old paths, come to the new ones', async () => {
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

  it('of one that is moved, and nothing of one without secrets', async () => {
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

  it('and of whatever shows them, before or after', async () => {
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

onEachDatabase('what is told of imports', (world) => {
  it('of one that comes, gets another source or goes, in the folder and in what shows it; nothing of another order', async () => {
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

  it('of a change through chains of imports and references: each folder once, cycles excluded, after the change itself', async () => {
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

  it('of moving from a folder to one that imports it: each once', async () => {
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
