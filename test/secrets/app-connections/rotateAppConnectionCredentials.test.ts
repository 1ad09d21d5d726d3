import { expect } from 'chai';
import { ofInstance } from '../../../src/transaction-keys.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newConnection, newPostgresSetting } from '../../support/fixtures/app-connections.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

onEachDatabase('rotateAppConnectionCredentials', (world) => {
  const setUp = async () => {
    const setting = await newPostgresSetting(world());
    const { appConnection } = (await newConnection(world(), setting)).body;
    const params = { app: 'postgres', connectionId: appConnection.id as string };
    const call = (operation: 'rotateAppConnectionCredentials' | 'testAppConnection') =>
      world().call(operation, { as: setting.admin, params });
    return { setting, appConnection, call, id: appConnection.id as string };
  };

  const change = (current: World, id: string, columns: object) =>
    current.server.parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).appConnections.update(id, columns),
    );

  const stored = async (current: World, { setting, id }: Awaited<ReturnType<typeof setUp>>) =>
    (await current.server.parts.stores.appConnections.findInOrganization(setting.project.organizationId, id))!;

  it('sets a new password each time, with which the connection goes on working', async () => {
    const { setting, appConnection, call } = await setUp();
    const first = await call('rotateAppConnectionCredentials');
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    expect(first.body.appConnection.isPlatformManagedCredentials).to.equal(true);
    expect(first.body.appConnection.credentialsHash).not.to.equal(appConnection.credentialsHash);
    expect(await setting.target.canLogIn(setting.credentials)).to.equal(false);
    expect((await call('rotateAppConnectionCredentials')).status).to.equal(200);
    expect((await call('testAppConnection')).status).to.equal(200);
  });

  it('keeps the connection working if the server stops after the password was changed', async () => {
    const set = await setUp();
    const before = await stored(world(), set);
    await set.call('rotateAppConnectionCredentials');
    const after = await stored(world(), set);
    // What is stored when the server stops between the two.
    const { decryptConnectionPassword, encryptConnectionPassword } =
      await import('../../../src/platform/crypto/sealing.ts');
    const { keyring } = world().server.parts;
    const context = (column: string) => `app-connection:${set.id}:${column}`;
    const password = decryptConnectionPassword(keyring, context('sealedPassword'), after.sealedPassword);
    const { sealedPassword, isPlatformManaged, credentialsHash } = before;
    await change(world(), set.id, {
      ...{ sealedPassword, isPlatformManaged, credentialsHash, runId: 'interrupted' },
      runUntil: '2029-12-31T23:59:00.000Z',
      sealedPending: encryptConnectionPassword(keyring, context('sealedPending'), password),
    });
    expect((await set.call('testAppConnection')).status).to.equal(200);
    const finished = await set.call('rotateAppConnectionCredentials');
    expect(finished.status, JSON.stringify(finished.body)).to.equal(200);
    expect(await stored(world(), set)).to.include({ sealedPending: null, runId: null });
    expect((await set.call('testAppConnection')).status).to.equal(200);
  });

  it('keeps the connection working if the server stops before the password was changed', async () => {
    const set = await setUp();
    const { encryptConnectionPassword } = await import('../../../src/platform/crypto/sealing.ts');
    await change(world(), set.id, {
      runId: 'interrupted',
      runUntil: '2029-12-31T23:59:00.000Z',
      sealedPending: encryptConnectionPassword(
        world().server.parts.keyring,
        `app-connection:${set.id}:sealedPending`,
        'never-set',
      ),
    });
    expect((await set.call('testAppConnection')).status).to.equal(200);
    expect((await set.call('rotateAppConnectionCredentials')).status).to.equal(200);
    expect(await set.setting.target.canLogIn(set.setting.credentials)).to.equal(false);
  });

  it('refuses a second one at the same time', async () => {
    const { call, id } = await setUp();
    await change(world(), id, { runId: 'another', runUntil: '2030-01-01T00:01:00.000Z' });
    expectError(await call('rotateAppConnectionCredentials'), 400, 'BadRequest', /already in progress/);
  });

  it('says why the system refused, without a password, and leaves the connection as it was', async () => {
    const { setting, call } = await setUp();
    const { username, password } = setting.credentials;
    await setting.target.run(`ALTER ROLE "${username}" VALID UNTIL '2000-01-01'`);
    const response = await call('rotateAppConnectionCredentials');
    expectError(response, 400, 'BadRequest', /The password was not rotated: /);
    expect(JSON.stringify(response.body)).not.to.include(password);
    await setting.target.run(`ALTER ROLE "${username}" VALID UNTIL 'infinity'`);
    expect(await setting.target.canLogIn(setting.credentials)).to.equal(true);
    expect((await call('testAppConnection')).status).to.equal(200);
  });
});
