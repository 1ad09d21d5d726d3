import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newConnection, newPostgresSetting } from '../../support/fixtures/app-connections.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createAppConnection', (world) => {
  it('logs in, stores the credentials, and never shows the password', async () => {
    const setting = await newPostgresSetting(world());
    const response = await newConnection(world(), setting);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { appConnection } = response.body;
    expect(appConnection).to.deep.include({
      app: 'postgres',
      projectId: setting.project.id,
      version: 2,
      isPlatformManagedCredentials: false,
    });
    expect(appConnection.credentialsHash).to.match(/^[\da-f]{64}$/);
    const { password, ...shown } = setting.credentials;
    expect(appConnection.credentials).to.deep.include(shown);
    expect(JSON.stringify(response.body)).not.to.include(password);
  });

  it('refuses credentials that are not accepted, and says why without the password', async () => {
    const setting = await newPostgresSetting(world());
    const credentials = { ...setting.credentials, password: 'wrong-Pa55word' };
    const response = await newConnection(world(), setting, { credentials });
    expectError(response, 400, 'BadRequest', /Unable to validate connection: .*authentication failed/);
    expect(JSON.stringify(response.body)).not.to.include('wrong-Pa55word');
  });

  it('refuses a host inside the network, and names the setting', async () => {
    const setting = await newPostgresSetting(world());
    const credentials = { ...setting.credentials, host: '10.0.0.7' };
    expectError(await newConnection(world(), setting, { credentials }), 400, 'BadRequest', /ALLOW_HOSTS/);
  });

  it('refuses a name that another connection of the project has', async () => {
    const setting = await newPostgresSetting(world());
    await newConnection(world(), setting);
    expectError(await newConnection(world(), setting), 400, 'BadRequest', /already/);
  });

  it('accepts the same name in the organization', async () => {
    const setting = await newPostgresSetting(world());
    await newConnection(world(), setting);
    const response = await newConnection(world(), setting, { projectId: null });
    expect(response.status).to.equal(200);
    expect(response.body.appConnection.projectId).to.equal(null);
  });

  it('refuses a kind of system that there is not, and names those that there are', async () => {
    const setting = await newPostgresSetting(world());
    const response = await newConnection(world(), setting, {}, 'mssql');
    expect(response.status).to.equal(422);
    expect(JSON.stringify(response.body)).to.include('postgres');
  });

  it('knows no gateways', async () => {
    const setting = await newPostgresSetting(world());
    expectError(await newConnection(world(), setting, { gatewayId: 'one' }), 404, 'NotFound', /Gateway with ID one/);
    expect((await newConnection(world(), setting, { gatewayId: '', gatewayPoolId: null })).status).to.equal(200);
  });

  it('sets a password that only the server knows, if it manages it', async () => {
    const setting = await newPostgresSetting(world());
    const response = await newConnection(world(), setting, { isPlatformManagedCredentials: true });
    expect(response.body.appConnection.isPlatformManagedCredentials).to.equal(true);
    expect(await setting.target.canLogIn(setting.credentials)).to.equal(false);
    const params = { app: 'postgres', connectionId: response.body.appConnection.id as string };
    const tested = await world().call('testAppConnection', { as: setting.admin, params });
    expect(tested.status).to.equal(200);
  });
});
