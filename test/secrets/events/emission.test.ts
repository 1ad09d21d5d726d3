import { expect } from 'chai';
import { newProjectWithStream } from '../../support/fixtures/event-settings.ts';
import { versionsOf } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** The names of the operations in two API versions. */
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

onEachDatabase('events of secrets', (world) => {
  for (const { create, update, remove, createMany, updateMany, removeMany } of generations) {
    it(`${create}, ${update} and ${remove} emit one event each; a rename emits both names`, async () => {
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

    it(`${createMany}, ${updateMany} and ${removeMany} emit one event for each folder with all names`, async () => {
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

  it('every changed field emits an event, unchanged fields do not', async () => {
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

  it('moving emits a deletion at the source and a creation or update at the destination', async () => {
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

  it('duplicating emits a creation or update at the destination', async () => {
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

  it('restoring a version emits an event; redacting and reading do not', async () => {
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

  it('personal secrets emit no events', async () => {
    const { call, received, fill } = await newProjectWithStream(world());
    await fill('/app', 'A');
    const mine = { secretPath: '/app', type: 'personal' };
    await call('createSecret', { ...mine, secretValue: 'mine' }, { secretName: 'A' });
    await call('updateSecret', { ...mine, secretValue: 'mine too' }, { secretName: 'A' });
    await call('deleteSecret', mine, { secretName: 'A' });
    expect(await received()).to.deep.equal([]);
  });

  it('refused and failed requests emit no events', async () => {
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
