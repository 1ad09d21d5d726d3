import { expect } from 'chai';
import { TestRedis } from '../../support/clients/redis.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newConnection, newPostgresSetting } from '../../support/fixtures/app-connections.ts';
import { newConnectedProject } from '../../support/fixtures/other-systems.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('app connections of each kind of system', (world) => {
  it('need the credentials of that kind', async () => {
    const setting = await newPostgresSetting(world());
    const lacking = async (app: string, credentials: object, ...fields: string[]) =>
      expectIssues(
        await newConnection(world(), setting, { credentials, ...(app === 'ldap' && { method: 'simple-bind' }) }, app),
        ...fields.map((field) => `body credentials.${field}`),
      );
    const tls = ['sslEnabled required', 'sslRejectUnauthorized required'];
    const login = ['host required', 'port required', 'username required'];
    await lacking('mysql', {}, ...login, 'database required', 'password required', ...tls);
    await lacking('redis', {}, ...login, ...tls);
    await lacking('ldap', {}, 'provider required', 'provider enum', 'url required', 'dn required', 'password required');
    const directory = { url: 'http://x', provider: 'openldap', dn: 'cn=x', password: 'x', sslCertificate: 'x' };
    await lacking('ldap', directory, 'url format', 'sslCertificate format');
  });

  it('have a method to log in', async () => {
    const setting = await newPostgresSetting(world());
    expectIssues(await newConnection(world(), setting, { method: 'simple-bind' }), 'body method enum');
  });

  it('need a host that is allowed, also without TLS', async () => {
    const setting = await newPostgresSetting(world());
    const mysql = { ...setting.credentials, host: 'db.example.com' };
    expectError(await newConnection(world(), setting, { credentials: mysql }, 'mysql'), 400, 'BadRequest', /with TLS/);
    const ldap = { provider: 'openldap', url: 'ldap://directory.example.com', dn: 'cn=x', password: 'x' };
    const response = await newConnection(world(), setting, { credentials: ldap, method: 'simple-bind' }, 'ldap');
    expectError(response, 400, 'BadRequest', /with TLS/);
  });

  it('show all but the password', async () => {
    const redis = await TestRedis.start();
    const { credentials } = redis;
    const { call, connectionId } = await newConnectedProject(world(), 'redis', { credentials });
    const params = { app: 'redis', connectionId };
    const { password: _, ...shown } = credentials;
    const { appConnection } = (await call('getAppConnection', { params })).body;
    expect(appConnection.credentials).to.deep.equal({ ...shown, sslCertificate: '' });
    expect((await call('testAppConnection', { params })).status).to.equal(200);
    redis.users.set('keeper', 'another-password');
    expectError(await call('testAppConnection', { params }), 400, 'BadRequest', /WRONGPASS/);
    redis.stop();
  });
});
