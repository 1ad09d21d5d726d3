import { expect } from 'chai';
import { createLog } from '../../../src/platform/log.ts';
import { rotateDueSecrets } from '../../../src/rotating.ts';
import { directory, sharedDirectory, type TestDirectory } from '../../support/clients/directory.ts';
import { TestRedis } from '../../support/clients/redis.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newConnectedProject } from '../../support/fixtures/other-systems.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const silent = createLog('error', { write: () => undefined });

onEachDatabase('rotations of Redis', (world) => {
  let redis: TestRedis;
  beforeEach(async () => {
    redis = await TestRedis.start();
  });
  afterEach(() => redis.stop());

  const newSetting = async () => {
    const setting = await newConnectedProject(world(), 'redis', { credentials: redis.credentials });
    return { ...setting, create: (more = {}) => setting.rotate('redis-credentials', { ...request, ...more }) };
  };
  const request = {
    parameters: { permissionScope: '~orders:* +@read' },
    secretsMapping: { username: 'REDIS_USERNAME', password: 'REDIS_PASSWORD' },
  };

  it('create two users with the rules, which take turns', async () => {
    const { create, secrets, call } = await newSetting();
    const { status, body } = await create();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.secretRotation.parameters).to.deep.equal(request.parameters);
    const first = await secrets('REDIS_USERNAME', 'REDIS_PASSWORD');
    expect([redis.canLogIn(first), redis.users.size]).to.deep.equal([true, 3]);
    expect(redis.rules.get(first.username)).to.deep.equal(['reset', 'on', '~orders:*', '+@read']);
    const params = { type: 'redis-credentials', rotationId: body.secretRotation.id as string };
    expect((await call('rotateSecrets', { params })).status).to.equal(200);
    const second = await secrets('REDIS_USERNAME', 'REDIS_PASSWORD');
    expect([first.username === second.username, redis.canLogIn(second), redis.canLogIn(first)]).to.deep.equal([
      false,
      true,
      true,
    ]);
    const query = { revokeGeneratedCredentials: 'true' };
    expect((await call('deleteSecretRotation', { params, query })).status).to.equal(200);
    expect([...redis.users.keys()]).to.deep.equal(['keeper']);
  });

  it('keep their users if the rules change', async () => {
    const { create, call, secrets } = await newSetting();
    const { secretRotation } = (await create()).body;
    const params = { type: 'redis-credentials', rotationId: secretRotation.id as string };
    const body = { parameters: { permissionScope: '~* +@all' } };
    expect((await call('updateSecretRotation', { params, body })).status).to.equal(200);
    await call('rotateSecrets', { params });
    const { username } = await secrets('REDIS_USERNAME', 'REDIS_PASSWORD');
    expect(redis.rules.get(username)).to.deep.equal(['reset', 'on', '~*', '+@all']);
    expect(redis.users.size).to.equal(3);
  });

  it('need rules, which set no passwords', async () => {
    const { create } = await newSetting();
    expectIssues(await create({ parameters: {} }), 'body parameters.permissionScope required');
    for (const rule of ['nopass', '>secret', 'OFF', 'reset'])
      expectIssues(
        await create({ parameters: { permissionScope: `~* ${rule}` } }),
        'body parameters.permissionScope invalid',
      );
  });

  it('leave no user if they cannot be created, also if Redis is away for a while then', async () => {
    const { create } = await newSetting();
    redis.answers.set('PING', '-NOPERM this user has no permissions\r\n');
    expectError(await create(), 400, 'BadRequest', /Failed to set the passwords: NOPERM/);
    expect([...redis.users.keys()]).to.deep.equal(['keeper']);
    redis.answers.set('ACL DELUSER', '-LOADING it is starting\r\n');
    expectError(await create(), 400, 'BadRequest', /Failed to set the passwords/);
    redis.answers.clear();
    redis.users.set('left-over', 'password');
    await world().clock.later(200, () => rotateDueSecrets(world().server.parts, silent));
    expect((await create()).status).to.equal(200);
    expect(redis.users.size).to.equal(4);
  });

  it('use the password that the connection has got', async () => {
    const { create, call, connectionId } = await newSetting();
    const before = redis.credentials;
    const params = { app: 'redis', connectionId };
    expect((await call('rotateAppConnectionCredentials', { params })).status).to.equal(200);
    expect(redis.canLogIn(before)).to.equal(false);
    expect((await create()).status).to.equal(200);
  });
});

onEachDatabase('rotations of directories', (world) => {
  const { base, reader } = directory;
  const dn = `cn=Rotated, ${base}`;
  let server: TestDirectory;
  beforeEach(async () => {
    server = await sharedDirectory();
    server.added.clear();
    server.added.set(dn, new Map());
  });

  const newSetting = async (provider: string) => {
    const login = { dn: reader.dn, password: reader.password };
    const setting = await newConnectedProject(world(), 'ldap', {
      method: 'simple-bind',
      credentials: { provider, url: server.ldaps, sslCertificate: server.cert, ...login },
    });
    return { ...setting, create: (more = {}) => setting.rotate('ldap-password', { ...request, ...more }) };
  };
  const request = { parameters: { dn }, secretsMapping: { dn: 'LDAP_DN', password: 'LDAP_PASSWORD' } };

  for (const [provider, attribute, stored] of [
    ['openldap', 'userPassword', (password: string) => password],
    ['active-directory', 'unicodePwd', (password: string) => Buffer.from(`"${password}"`, 'utf16le').toString()],
  ] as const)
    it(`change the password of an entry in place [${provider}]`, async () => {
      const { create, secrets, call } = await newSetting(provider);
      const { status, body } = await create();
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.secretRotation).to.deep.include({
        parameters: { dn, rotationMethod: 'connection-principal' },
        secretsMapping: request.secretsMapping,
      });
      const params = { type: 'ldap-password', rotationId: body.secretRotation.id as string };
      const first = await secrets('LDAP_DN', 'LDAP_PASSWORD');
      expect((await call('rotateSecrets', { params })).status).to.equal(200);
      const second = await secrets('LDAP_DN', 'LDAP_PASSWORD');
      expect([first.username, second.username]).to.deep.equal([dn, dn]);
      expect(second.password).not.to.equal(first.password);
      expect(server.added.get(dn)!.get(attribute)).to.deep.equal([stored(second.password)]);
    });

  it('are of one entry each, however its name is written, and not of that of the connection', async () => {
    const { create } = await newSetting('openldap');
    expect((await create()).status).to.equal(200);
    const secretsMapping = { dn: 'OTHER_DN', password: 'OTHER_PASSWORD' };
    const same = await create({ name: 'second', secretsMapping, parameters: { dn: `CN=rotated,${base}` } });
    expectError(same, 400, 'BadRequest', /changes one of the users/);
    const own = await create({ name: 'third', secretsMapping, parameters: { dn: reader.dn.toUpperCase() } });
    expectError(own, 400, 'BadRequest', /user of the connection/);
  });

  it('say what the directory refuses', async () => {
    const { create } = await newSetting('openldap');
    const refused = await create({ parameters: { dn: `cn=nobody,${base}` } });
    expectError(refused, 400, 'BadRequest', /The directory refused the change \(code 32\)/);
  });

  it('need an entry, and have one method', async () => {
    const { create } = await newSetting('openldap');
    expectIssues(await create({ parameters: { username1: 'one' } }), 'body parameters.dn required');
    const mapping = { username: 'LDAP_DN', password: 'LDAP_PASSWORD' };
    expectIssues(await create({ secretsMapping: mapping }), 'body secretsMapping.dn required');
    const parameters = { dn, rotationMethod: 'target-principal' };
    expectIssues(await create({ parameters }), 'body parameters.rotationMethod enum');
  });
});
