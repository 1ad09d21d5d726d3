import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newConnection, newPostgresSetting } from '../../support/fixtures/app-connections.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('app connections', (world) => {
  const setUp = async () => {
    const setting = await newPostgresSetting(world());
    const { appConnection } = (await newConnection(world(), setting)).body;
    return {
      setting,
      id: appConnection.id as string,
      params: { app: 'postgres', connectionId: appConnection.id as string },
    };
  };

  it('are listed for those who may read them, one by one', async () => {
    const { setting, id } = await setUp();
    const { body: second } = await newConnection(world(), setting, { name: 'archive' });
    const query = { projectId: setting.project.id };
    const { body } = await world().call('listAppConnections', { as: setting.admin, query });
    expect(body.appConnections.map(({ name }: { name: string }) => name)).to.deep.equal(['archive', 'orders']);
    const reader = await newProjectIdentity(world(), setting, [
      { subject: 'app-connections', action: ['read-app-connections'], conditions: { connectionId: { $eq: id } } },
    ]);
    const seen = await world().call('listAppConnectionsOfApp', { as: reader, params: { app: 'postgres' }, query });
    expect(seen.body.appConnections.map((one: { id: string }) => one.id)).to.deep.equal([id]);
    const refused = await world().call('getAppConnection', {
      as: reader,
      params: { app: 'postgres', connectionId: second.appConnection.id },
    });
    expect(refused.status).to.equal(403);
  });

  it('are found by their names', async () => {
    const { setting, id } = await setUp();
    const { body } = await world().call('getAppConnectionByName', {
      as: setting.admin,
      params: { app: 'postgres', connectionName: 'orders' },
      query: { projectId: setting.project.id },
    });
    expect(body.appConnection.id).to.equal(id);
  });

  it('are available to those who may use them, with those of the organization', async () => {
    const { setting, id } = await setUp();
    const shared = (await newConnection(world(), setting, { projectId: null, name: 'shared' })).body.appConnection;
    const request = { params: { app: 'postgres' }, query: { projectId: setting.project.id } };
    const { body } = await world().call('listAvailableAppConnections', { as: setting.admin, ...request });
    expect(body.appConnections.map((one: { id: string }) => one.id)).to.deep.equal([id, shared.id]);
    expect(body.appConnections[0]).to.have.all.keys('id', 'name', 'app', 'projectId', 'orgId');
  });

  it('are replaced with other credentials only if those are accepted', async () => {
    const { setting, params } = await setUp();
    const other = await setting.target.newUser({ mayChangeOthers: true });
    const credentials = setting.target.credentials(other);
    const wrong = { credentials: { ...credentials, password: 'wrong' } };
    expect((await world().call('updateAppConnection', { as: setting.admin, params, body: wrong })).status).to.equal(
      400,
    );
    const before = await world().call('getAppConnection', { as: setting.admin, params });
    const { body } = await world().call('updateAppConnection', { as: setting.admin, params, body: { credentials } });
    expect(body.appConnection.credentials.username).to.equal(other.username);
    expect(body.appConnection.credentialsHash).not.to.equal(before.body.appConnection.credentialsHash);
    expect((await world().call('testAppConnection', { as: setting.admin, params })).status).to.equal(200);
  });

  it('keep their hash when only the description changes', async () => {
    const { setting, params } = await setUp();
    const before = await world().call('getAppConnection', { as: setting.admin, params });
    const { body } = await world().call('updateAppConnection', {
      as: setting.admin,
      params,
      body: { description: 'x' },
    });
    expect(body.appConnection.description).to.equal('x');
    expect(body.appConnection.credentialsHash).to.equal(before.body.appConnection.credentialsHash);
  });

  it('cannot get other credentials once the server manages them', async () => {
    const { setting, params } = await setUp();
    await world().call('rotateAppConnectionCredentials', { as: setting.admin, params });
    const { credentials } = setting;
    const response = await world().call('updateAppConnection', { as: setting.admin, params, body: { credentials } });
    expectError(response, 400, 'BadRequest', /manages the password/);
  });

  it('are deleted', async () => {
    const { setting, params } = await setUp();
    expect((await world().call('deleteAppConnection', { as: setting.admin, params })).status).to.equal(200);
    expect((await world().call('getAppConnection', { as: setting.admin, params })).status).to.equal(404);
  });

  it('are listed by kind, with what the server can do there', async () => {
    const { setting } = await setUp();
    const { body } = await world().call('listAppConnectionOptions', { as: setting.admin });
    expect(body.appConnectionOptions).to.deep.include({
      name: 'PostgreSQL',
      app: 'postgres',
      methods: ['username-and-password'],
      supportsPlatformManagement: true,
    });
  });
});
