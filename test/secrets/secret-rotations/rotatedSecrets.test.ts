import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newRotationSetting, ofRotation } from '../../support/fixtures/secret-rotations.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const byRotation = /rotation "orders"/;

onEachDatabase('rotated secrets', (world) => {
  const setUp = async () => {
    const setting = await newRotationSetting(world());
    const { secretRotation } = (await setting.create()).body;
    const at = { projectId: setting.project.id, environment: 'dev' };
    const params = { secretName: 'DB_PASSWORD' };
    const find = async () => (await setting.call('getSecret', { params, query: at })).body.secret;
    return {
      ...setting,
      id: secretRotation.id as string,
      folderId: secretRotation.folder.id as string,
      at,
      params,
      find,
    };
  };

  it('name their rotation in the list of their folder', async () => {
    const { call, at, id } = await setUp();
    const { secrets } = (await call('listFolderSecrets', { query: at })).body;
    const rotations = secrets.map(({ secretKey, rotationId }: any) => [secretKey, rotationId]);
    expect(Object.fromEntries(rotations)).to.deep.equal({ DB_USER: id, DB_PASSWORD: id });
  });

  it('cannot be changed, renamed or deleted by hand', async () => {
    const { call, at, params, secrets } = await setUp();
    const before = await secrets();
    const requests = [
      call('updateSecret', { params, body: { ...at, secretValue: 'x' } }),
      call('updateSecret', { params, body: { ...at, newSecretName: 'NEW' } }),
      call('deleteSecret', { params, body: at }),
      call('updateSecrets', { body: { ...at, secrets: [{ secretKey: 'DB_USER', secretValue: 'x' }] } }),
      call('deleteSecrets', { body: { ...at, secrets: [{ secretKey: 'DB_USER' }] } }),
    ];
    for (const response of await Promise.all(requests)) expectError(response, 400, 'BadRequest', byRotation);
    expect(await secrets()).to.deep.equal(before);
  });

  it('cannot be moved or copied, nor be replaced by other secrets', async () => {
    const { call, at, find, project } = await setUp();
    const secretIds = [(await find()).id];
    const transfer = {
      projectId: project.id,
      sourceEnvironment: 'dev',
      sourceSecretPath: '/',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/app',
      secretIds,
      shouldOverwrite: false,
    };
    expectError(await call('moveSecrets', { body: transfer }), 400, 'BadRequest', byRotation);
    await call('createSecret', {
      params: { secretName: 'DB_PASSWORD' },
      body: { ...at, secretPath: '/app', secretValue: 'mine' },
    });
    const query = { ...at, secretPath: '/app' };
    const mine = (await call('getSecret', { params: { secretName: 'DB_PASSWORD' }, query })).body.secret.id;
    const back = {
      ...transfer,
      ...{ sourceSecretPath: '/app', destinationSecretPath: '/', secretIds: [mine], shouldOverwrite: true },
    };
    expectError(await call('moveSecrets', { body: back }), 400, 'BadRequest', byRotation);
  });

  it('do not get an old password back by restoring a version or by a rollback', async () => {
    const { call, id, folderId, at, find, secrets } = await setUp();
    await call('rotateSecrets', { params: ofRotation(id) });
    const now = await secrets();
    const secretId = (await find()).id;
    const restored = await call('restoreSecretVersion', { params: { secretId, version: '1' } });
    expectError(restored, 400, 'BadRequest', byRotation);
    const commits = await call('listCommits', { query: { ...at, sort: 'asc', limit: '1' } });
    const commitId = commits.body.commits[0].id;
    const rolledBack = await call('rollbackToCommit', { params: { commitId }, body: { ...at, folderId } });
    expect(rolledBack.status, JSON.stringify(rolledBack.body)).to.equal(200);
    expect(await secrets()).to.deep.equal(now);
  });

  it('hold folders with them in their place', async () => {
    const { call, create, project, target } = await setUp();
    const [one, two] = [await target.newUser(), await target.newUser()];
    const parameters = { username1: one.username, username2: two.username };
    const secretsMapping = { username: 'APP_USER', password: 'APP_PASSWORD' };
    const created = await create({ name: 'app', secretPath: '/app', parameters, secretsMapping });
    const folderId = created.body.secretRotation.folder.id as string;
    const response = await call('moveFolder', {
      body: { projectId: project.id, folderId, destinationEnvironment: 'prod', destinationPath: '/' },
    });
    expectError(response, 400, 'BadRequest', /contains rotations/);
  });

  it('become ordinary secrets when the rotation is deleted', async () => {
    const { call, id, at, params, find, secrets, target } = await setUp();
    const before = await secrets();
    const deleted = await call('deleteSecretRotation', { params: ofRotation(id) });
    expect(deleted.status, JSON.stringify(deleted.body)).to.equal(200);
    expect(await find()).to.include({ isRotatedSecret: false, rotationId: null });
    expect(await target.canLogIn(before)).to.equal(true);
    expect((await call('updateSecret', { params, body: { ...at, secretValue: 'mine' } })).status).to.equal(200);
  });

  it('are deleted with the rotation, and their passwords made invalid, if that is asked for', async () => {
    const { call, id, at, params, secrets, target } = await setUp();
    const before = await secrets();
    const query = { deleteSecrets: 'true', revokeGeneratedCredentials: 'true' };
    const deleted = await call('deleteSecretRotation', { params: ofRotation(id), query });
    expect(deleted.status, JSON.stringify(deleted.body)).to.equal(200);
    expect((await call('getSecret', { params, query: at })).status).to.equal(404);
    expect(await target.canLogIn(before)).to.equal(false);
  });

  it('move with the rotation, and are renamed by it', async () => {
    const { call, id, at, secrets } = await setUp();
    const before = await secrets();
    const body = { destinationEnvironment: 'dev', destinationSecretPath: '/app' };
    const moved = await call('moveSecretRotation', { params: ofRotation(id), body });
    expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    expect(moved.body.secretRotation.folder.path).to.equal('/app');
    const secretsMapping = { username: 'NEW_USER', password: 'NEW_PASSWORD' };
    const renamed = await call('updateSecretRotation', { params: ofRotation(id), body: { secretsMapping } });
    expect(renamed.status, JSON.stringify(renamed.body)).to.equal(200);
    const query = { ...at, secretPath: '/app' };
    const { secret } = (await call('getSecret', { params: { secretName: 'NEW_PASSWORD' }, query })).body;
    expect(secret.secretValue).to.equal(before.password);
    expect((await call('rotateSecrets', { params: ofRotation(id) })).status).to.equal(200);
  });

  it('get another statement only from those who may use the connection', async () => {
    const setting = await setUp();
    const { users, id } = setting;
    const rotationStatement = `ALTER ROLE "{{username}}" SUPERUSER PASSWORD '{{password}}'`;
    const parameters = { username1: users[0].username, username2: users[1].username, rotationStatement };
    const edit = { subject: 'secret-rotation', action: ['edit'] };
    const use = { subject: 'app-connections', action: ['connect-app-connections'] };
    for (const [rules, status] of [
      [[edit], 403],
      [[edit, use], 200],
    ] as const) {
      const as = await newProjectIdentity(world(), setting, [...rules]);
      const request = { as, params: ofRotation(id), body: { parameters } };
      expect((await world().call('updateSecretRotation', request)).status).to.equal(status);
    }
  });

  it('go with their project', async () => {
    const { call, project, id } = await setUp();
    const response = await call('deleteProject', { params: { projectId: project.id } });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    expect(await world().server.parts.stores.secretRotations.find(id)).to.equal(undefined);
  });

  it('keep the connection that changes them from being deleted', async () => {
    const { call, connectionId } = await setUp();
    const response = await call('deleteAppConnection', { params: { app: 'postgres', connectionId } });
    expectError(response, 400, 'BadRequest', /Rotations use this connection/);
  });
});
