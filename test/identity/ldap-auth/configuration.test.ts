import { expect } from 'chai';
import { directory, TestDirectory } from '../../support/clients/directory.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { build, directoryFields, logInWithLdap, newDirectoryMachine } from '../../support/fixtures/ldap-auth.ts';
import { defaultTokenFields, newBareMachine } from '../../support/fixtures/login-methods.ts';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the configuration of LDAP auth', (world) => {
  let server: TestDirectory;
  before(async () => {
    server = await TestDirectory.start();
  });
  after(() => server.stop());

  const attachTo = async (fields: object = {}) => {
    const machine = await newBareMachine(world());
    const { admin: as, params } = machine;
    const body = { ...directoryFields(server), ...fields };
    return { ...machine, response: await world().call('attachLdapAuth', { as, params, body }) };
  };

  const updating = async (fields: object = {}) => {
    const machine = await newDirectoryMachine(world(), server, fields);
    const { admin: as, params } = machine;
    return { machine, update: (body: object) => world().call('updateLdapAuth', { as, params, body }) };
  };

  it('is returned with its defaults, by attachLdapAuth and by getLdapAuth', async () => {
    const allowedFields = [{ key: 'employeeType', value: ' build ,, release engineer ' }];
    const { response, admin: as, params } = await attachTo({ allowedFields, templateId: null });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { id, ...rest } = response.body.identityLdapAuth;
    expect(rest, id).to.deep.equal({
      ...directoryFields(server),
      bindPass: '',
      ldapCaCertificate: server.cert.trim(),
      identityId: params.identityId,
      startTls: true,
      searchFilter: '(uid={{username}})',
      allowedFields: [{ key: 'employeeType', value: 'build, release engineer' }],
      templateId: null,
      lockoutEnabled: true,
      lockoutThreshold: 3,
      lockoutDurationSeconds: 300,
      lockoutCounterResetSeconds: 30,
      accessTokenPeriod: 0,
      ...defaultTokenFields,
    });
    expect((await world().call('getLdapAuth', { as, params })).body).to.deep.equal(response.body);
    const shown = await world().call('getIdentity', { as, params });
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['token-auth', 'ldap-auth']);
  });

  it('is tried at once: the name and the password that search, and the place to search', async () => {
    const cases: [object, RegExp][] = [
      [{ bindPass: 'wrong' }, /does not accept bindDN and bindPass \(code 49\)/],
      [{ searchBase: `ou=none,${directory.base}` }, /has no searchBase/],
      [{ searchBase: directory.elsewhere }, /refers to another one for searchBase/],
      [{ url: 'ldaps://127.0.0.1:1' }, /could not be reached: ECONNREFUSED/],
      [{ ldapCaCertificate: newCertificate().cert }, /its certificate is not accepted/],
      [{ ldapCaCertificate: '' }, /its certificate is not accepted/],
      [{ url: server.ldap, ldapCaCertificate: '' }, /its certificate is not accepted/],
    ];
    for (const [fields, message] of cases) expectError((await attachTo(fields)).response, 400, 'BadRequest', message);
    const { update } = await updating();
    for (const [fields, message] of cases)
      expectError(await update({ bindPass: directory.reader.password, ...fields }), 400, 'BadRequest', message);
  });

  it('can be reached by ldaps, by StartTLS, and without encryption only if ALLOW_HOSTS lists the host', async () => {
    for (const fields of [{}, { url: server.ldap }, { url: server.ldap, startTls: false, ldapCaCertificate: '' }]) {
      const { response, identity } = await attachTo(fields);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      expect((await logInWithLdap(world(), { identity }, build)).status).to.equal(200);
    }
    for (const fields of [
      { url: 'ldap://directory.example.com', startTls: false },
      { url: 'ldaps://10.0.0.1' },
      { url: 'ldaps://0x0a000001' },
      { url: 'ldaps://LOCALHOST' },
      { url: 'ldap://[::1]:389' },
    ])
      expectError((await attachTo(fields)).response, 400, 'BadRequest', /^url .*ALLOW_HOSTS/);
  });

  it('refuses what is not a URL, a filter, a field or a certificate', async () => {
    for (const url of [
      'https://127.0.0.1',
      '127.0.0.1:636',
      'ldaps://',
      'ldaps://user@127.0.0.1',
      'ldaps://127.0.0.1/dc=example',
      'ldaps://127.0.0.1:0',
      'ldaps://127.0.0.1?x',
    ])
      expectIssues((await attachTo({ url })).response, 'body url format');
    for (const searchFilter of [
      '(uid=build-1)',
      '({{username}}=build-1)',
      '(uid:{{username}}:=x)',
      '(uid={{username}}',
      '(uid={{username}}))',
      '(&(uid={{username}})',
      'nonsense {{username}}',
      '(uid=\\5{{username}})',
    ])
      expectIssues((await attachTo({ searchFilter })).response, 'body searchFilter format');
    const allowedFields = [{ key: 'employeeType', value: ' , ' }];
    expectIssues((await attachTo({ allowedFields })).response, 'body allowedFields.0.value invalid');
    expectIssues((await attachTo({ ldapCaCertificate: 'nonsense' })).response, 'body ldapCaCertificate format');
    expectIssues((await attachTo({ templateId: crypto.randomUUID() })).response, 'body templateId invalid');
    expectIssues((await attachTo({ bindPass: ' ' })).response, 'body bindPass pattern');
    expectIssues((await attachTo({ bindDN: ' ' })).response, 'body bindDN invalid');
  });

  it('never shows the password, which is encrypted', async () => {
    const { machine, update } = await updating();
    const rows = (await world()
      .server.parts.database.read('identity_login_methods')
      .where('identityId', machine.identity.id)) as { sealedSecret: string; settings: object }[];
    expect(rows[0]!.sealedSecret).to.match(/^s1\./);
    expect(JSON.stringify(rows[0]!.settings)).not.to.include(directory.reader.password);
    const response = await update({ bindPass: directory.reader.password });
    expect(response.status).to.equal(200);
    const [entry] = await entriesOf(world(), response);
    expect(JSON.stringify(entry)).not.to.include(directory.reader.password).and.not.to.include('sealedSecret');
    expect(entry!.eventMetadata).to.deep.include({ isBindPassChanged: true });
    expect((await update({ bindPass: '' })).body.identityLdapAuth.bindPass).to.equal('');
    expect((await logInWithLdap(world(), machine, build)).status).to.equal(200);
  });

  it('sends the stored password to no other directory than the one it was given for', async () => {
    const { update } = await updating();
    const other = await TestDirectory.start();
    for (const [field, value] of [
      ['url', other.ldaps],
      ['ldapCaCertificate', other.cert],
    ] as const)
      expectError(await update({ [field]: value }), 400, 'BadRequest', /^Send bindPass too/);
    const starting = await updating({ url: server.ldap });
    expectError(await starting.update({ startTls: false }), 400, 'BadRequest', /^Send bindPass too.*startTls\.$/);
    expect(other.connections).to.equal(0);
    const bindPass = directory.reader.password;
    expect((await starting.update({ startTls: false, bindPass })).status).to.equal(200);
    expect((await update({ url: other.ldaps, ldapCaCertificate: other.cert, bindPass })).status).to.equal(200);
    expect(other.binds).to.deep.equal([directory.reader.dn]);
    await other.stop();
  });

  it('can be changed while the directory is away, except for how it is asked', async () => {
    const away = await TestDirectory.start();
    const { admin: as, params } = await newDirectoryMachine(world(), away);
    await away.stop();
    const update = (body: object) => world().call('updateLdapAuth', { as, params, body });
    const allowedFields = [{ key: 'employeeType', value: 'build' }];
    const { body } = await update({ accessTokenTTL: 60, lockoutThreshold: 5, allowedFields });
    expect(body.identityLdapAuth).to.deep.include({ accessTokenTTL: 60, lockoutThreshold: 5, allowedFields });
    expect((await update({ allowedFields: null })).body.identityLdapAuth.allowedFields).to.equal(null);
    expectError(await update({ searchFilter: '(cn={{username}})' }), 400, 'BadRequest', /could not be reached/);
  });

  it('is removed by revokeLdapAuth, and is then 404 everywhere', async () => {
    const { admin: as, params, identity } = await newDirectoryMachine(world(), server);
    const { status, body } = await world().call('revokeLdapAuth', { as, params });
    expect([status, body.identityLdapAuth.bindPass]).to.deep.equal([200, '']);
    for (const operation of ['getLdapAuth', 'updateLdapAuth', 'revokeLdapAuth', 'clearLdapAuthLockouts'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no LDAP auth/);
    expectError(await logInWithLdap(world(), { identity }, build), 404, 'NotFound', /no LDAP auth/);
  });
});
