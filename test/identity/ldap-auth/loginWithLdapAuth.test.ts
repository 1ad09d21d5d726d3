import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import { BindRequest, SearchRequest } from 'ldapts';
import {
  bindResponse,
  directory,
  entryMessage,
  searchEnd,
  TestDirectory,
  type Override,
} from '../../support/clients/directory.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import { build, deploy, logInWithLdap, newDirectoryMachine } from '../../support/fixtures/ldap-auth.ts';
import type { Machine } from '../../support/fixtures/login-methods.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('loginWithLdapAuth', (world) => {
  let server: TestDirectory;
  before(async () => {
    server = await TestDirectory.start();
  });
  after(() => server.stop());

  const unlimited = { lockoutEnabled: false };
  const refused = async (machine: Machine, credentials: typeof build, reason: string) =>
    expectRefusedLogin(
      world(),
      await logInWithLdap(world(), machine, credentials),
      { ...machine, method: 'ldap-auth' },
      reason,
    );

  it('accepts the name and the password of an entry, and says in the audit log whose', async () => {
    const machine = await newDirectoryMachine(world(), server, { accessTokenTTL: 60 });
    const response = await logInWithLdap(world(), machine, { username: ' build-1 ', password: 'build-password\n' });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { accessToken, expiresIn } = response.body;
    expect(expiresIn).to.equal(60);
    const claims = jsonwebtoken.decode(accessToken as string) as jsonwebtoken.JwtPayload;
    expect(claims).to.include({ authMethod: 'ldap-auth' }).and.not.to.have.property('identityAuth');
    expect((await world().call('listOrganizations', { as: { token: accessToken } })).status).to.equal(200);
    expect((await world().call('renewAccessToken', { body: { accessToken } })).status).to.equal(200);
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.deep.include({
      identityAccessTokenId: claims.jti,
      ldapUsername: 'build-1',
      ldapEmail: 'build-1@example.com',
    });
    await world().call('revokeLdapAuth', { as: machine.admin, params: machine.params });
    expectError(await world().call('listOrganizations', { as: { token: accessToken } }), 401, 'TokenError');
  });

  it('refuses wrong passwords, unknown names, and names of several entries', async () => {
    const machine = await newDirectoryMachine(world(), server, unlimited);
    await refused(machine, { ...build, password: 'deploy-password' }, 'invalid_credentials');
    await refused(machine, { ...build, username: 'nobody' }, 'user_not_found');
    const binds = server.binds.length;
    await refused(machine, { username: 'twin', password: 'twin-password' }, 'user_ambiguous');
    expect(server.binds.slice(binds)).to.deep.equal([directory.reader.dn]);
  });

  it('refuses an empty password without asking, because a bind without one succeeds for everybody', async () => {
    const machine = await newDirectoryMachine(world(), server);
    const { connections } = server;
    for (const password of ['', ' ', '\n'])
      expectIssues(
        await logInWithLdap(world(), machine, { ...build, password }),
        ...(password === '' ? ['body password too_small'] : []),
        'body password pattern',
      );
    expectIssues(await logInWithLdap(world(), machine, { ...build, username: ' ' }), 'body username pattern');
    expect(server.connections).to.equal(connections);
  });

  it('takes a name literally, whatever it contains', async () => {
    const searchFilter = '(|(uid={{username}})(mail={{username}}))';
    const machine = await newDirectoryMachine(world(), server, { ...unlimited, searchFilter });
    const odd = directory.entries.at(-1)!;
    const credentials = { username: odd.attributes.uid[0]!, password: odd.password };
    expect((await logInWithLdap(world(), machine, credentials)).status).to.equal(200);
    for (const [username, escaped] of [
      ['*', '\\2a'],
      ['build*', 'build\\2a'],
      ['x)(|(uid=*', 'x\\29\\28|\\28uid=\\2a'],
      ['\\2a', '\\5c2a'],
      ['$&', '$&'],
      ['{{username}}', '{{username}}'],
    ] as const) {
      const { password } = build;
      expectError(await logInWithLdap(world(), machine, { username, password }), 401, 'UnauthorizedError');
      expect(server.searches.at(-1)).to.equal(`(|(uid=${escaped})(mail=${escaped}))`);
    }
  });

  it('requires the allowed fields: every attribute with one of its values', async () => {
    const allowedFields = [{ key: 'EMPLOYEETYPE', value: 'build, release' }];
    const machine = await newDirectoryMachine(world(), server, { ...unlimited, allowedFields });
    for (const credentials of [build, deploy])
      expect((await logInWithLdap(world(), machine, credentials)).status, credentials.username).to.equal(200);
    const update = (fields: object[]) =>
      world().call('updateLdapAuth', { as: machine.admin, params: machine.params, body: { allowedFields: fields } });
    await update([{ key: 'employeeType', value: 'Build, bui' }]);
    await refused(machine, build, 'field_not_allowed');
    for (const [key, status] of [
      ['mail', 200],
      ['constructor', 401],
    ] as const) {
      await update([...allowedFields, { key, value: 'build-1@example.com' }]);
      expect((await logInWithLdap(world(), machine, build)).status, key).to.equal(status);
    }
  });

  it('responds with 503 if the directory cannot be asked, and does not count that as a failure', async () => {
    const machine = await newDirectoryMachine(world(), server, { lockoutThreshold: 1 });
    const isSearch = (request: unknown): request is SearchRequest => request instanceof SearchRequest;
    const searching =
      (respond: (request: SearchRequest) => Buffer): Override =>
      (request) =>
        isSearch(request) ? respond(request) : undefined;
    const ofUser = (code: number): Override => {
      const isUser = (dn: string) => dn !== directory.reader.dn;
      return (request) =>
        request instanceof BindRequest && isUser(request.dn) ? bindResponse(request.messageId, code) : undefined;
    };
    // An entry whose list of attributes claims to be longer than the message.
    const endless = (id: number) => Buffer.from([0x30, 0x0d, 2, 1, id, 0x64, 8, 4, 1, 0x61, 0x30, 0x7f, 0x30, 0, 4]);
    const cases: [Override, string][] = [
      [(_request, socket) => (socket.destroy(), 'nothing'), 'server_unreachable'],
      [({ messageId }) => bindResponse(messageId, 49), 'bind_refused'],
      [({ messageId }) => bindResponse(messageId, 13), 'encryption_required'],
      [({ messageId }) => bindResponse(messageId + 1, 0), 'server_response_invalid'],
      [() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'server_response_invalid'],
      [() => Buffer.from([0x30, 0x80]), 'server_response_invalid'],
      [searching(({ messageId }) => searchEnd(messageId, 32)), 'search_base_not_found'],
      [searching(({ messageId }) => searchEnd(messageId, 10)), 'search_base_elsewhere'],
      [searching(({ messageId }) => searchEnd(messageId, 51)), 'search_refused'],
      [searching(({ messageId }) => bindResponse(messageId, 0)), 'server_response_invalid'],
      [searching(({ messageId }) => endless(messageId)), 'server_response_invalid'],
      [
        searching(({ messageId }) => entryMessage(messageId, 'x', { mail: ['y'.repeat(70_000)] })),
        'server_response_invalid',
      ],
      [ofUser(51), 'bind_failed'],
    ];
    for (const [override, reason] of cases) {
      server.override = override;
      const response = await logInWithLdap(world(), machine, build);
      expectError(response, 503, 'ServiceUnavailable', /cannot be asked/);
      expect(world().logged(), reason).to.include(`"reason":"${reason}: `);
    }
    server.override = undefined;
    expect((await logInWithLdap(world(), machine, build)).status).to.equal(200);
  });

  it('refuses an entry without a name, and the first of several that a limit of the directory hides', async () => {
    const machine = await newDirectoryMachine(world(), server, unlimited);
    const finds =
      (dn: string, code: number): Override =>
      (request) =>
        request instanceof SearchRequest
          ? Buffer.concat([entryMessage(request.messageId, dn, {}), searchEnd(request.messageId, code)])
          : undefined;
    server.override = finds('', 0);
    await refused(machine, build, 'user_not_found');
    server.override = finds('uid=build-1,ou=machines,dc=example,dc=com', 4);
    await refused(machine, build, 'user_ambiguous');
    server.override = undefined;
  });

  it('follows no references to other directories', async () => {
    const machine = await newDirectoryMachine(world(), server, { ...unlimited, searchBase: directory.base });
    expect((await logInWithLdap(world(), machine, build)).status).to.equal(200);
    await refused(machine, { ...build, username: 'nobody' }, 'user_not_found');
  });

  it('begins TLS before it sends anything, and believes nothing that came before', async () => {
    const machine = await newDirectoryMachine(world(), server, { url: server.ldap });
    const binds = server.binds.length;
    const whole = bindResponse(2, 0);
    for (const [injected, problem] of [
      [whole, 'it is for no request'],
      [whole.subarray(0, 5), 'it continues after the one to StartTLS'],
    ] as const) {
      server.afterStartTls = injected;
      expectError(await logInWithLdap(world(), machine, build), 503, 'ServiceUnavailable');
      expect(world().logged()).to.include(problem);
    }
    expect(server.binds.length).to.equal(binds);
    server.afterStartTls = Buffer.alloc(0);
    expect((await logInWithLdap(world(), machine, build)).status).to.equal(200);
  });

  it('asks the directory once at a time for each identity and client address', async () => {
    const machine = await newDirectoryMachine(world(), server, unlimited);
    let [open, most] = [0, 0];
    server.override = (request) => {
      if (!(request instanceof BindRequest)) return undefined;
      if (request.dn === directory.reader.dn) open += 1;
      else open -= 1;
      most = Math.max(most, open);
      return undefined;
    };
    const responses = await Promise.all(Array.from({ length: 10 }, () => logInWithLdap(world(), machine, build)));
    server.override = undefined;
    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(most).to.equal(1);
  });

  it('delays only its own logins while a directory never responds', async () => {
    const away = await TestDirectory.start();
    const [dead, other] = [await newDirectoryMachine(world(), away), await newDirectoryMachine(world(), server)];
    let asked: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    away.override = () => (asked!(), 'nothing');
    let hasEnded = false;
    const all = Promise.all(Array.from({ length: 100 }, () => logInWithLdap(world(), dead, build))).then(
      (responses) => {
        hasEnded = true;
        return responses;
      },
    );
    await isAsked;
    for (let count = 0; count < 5; count += 1)
      expect((await logInWithLdap(world(), other, build)).status, 'another identity').to.equal(200);
    expect(hasEnded, 'before the others gave up').to.equal(false);
    expect(new Set((await all).map(({ status }) => status))).to.deep.equal(new Set([503]));
    await away.stop();
  });

  it('gives the same 404 for every identity without LDAP auth', async () => {
    const { organization } = await newDirectoryMachine(world(), server);
    const bare = await world().newIdentity(organization, 'member');
    for (const id of [bare.id, 'no-such-id'])
      expectError(await logInWithLdap(world(), { identity: { id } }, build), 404, 'NotFound', /no LDAP auth/);
  });
});
