import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import { TestSts } from '../../support/clients/sts.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import { awsFields, newMachine, type Machine } from '../../support/fixtures/login-methods.ts';
import { callerIdentityBody, loginFields, signedRequest } from '../../support/fixtures/signed-aws-requests.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('loginWithAwsAuth', (world) => {
  let sts: TestSts;
  before(async () => {
    sts = await TestSts.start();
  });
  after(() => sts.stop());
  afterEach(() => {
    sts.override = undefined;
    sts.format = 'json';
    sts.arn = 'arn:aws:sts::123456789012:assumed-role/build/i-0123';
    sts.userId = 'AROATEST:i-0123';
  });

  const attach = (more: object = {}) => newMachine(world(), 'attachAwsAuth', { ...awsFields(sts), ...more });
  const send = ({ identity }: Machine, fields: object) =>
    world().call('loginWithAwsAuth', { body: { identityId: identity.id, ...fields } });
  const signed = (more: object = {}) => signedRequest({ key: sts.key, now: world().clock.now(), ...more });
  const refused = async (machine: Machine, fields: object, reason: string) =>
    expectRefusedLogin(world(), await send(machine, fields), { ...machine, method: 'aws-auth' }, reason);

  it('accepts a role, whose token remembers it without the name of the session', async () => {
    const machine = await attach({ accessTokenTTL: 60 });
    const principal = {
      accountId: '123456789012',
      arn: 'arn:aws:sts::123456789012:assumed-role/build',
      userId: 'AROATEST',
      partition: 'aws',
      service: 'sts',
      resourceType: 'assumed-role',
      resourceName: 'build',
    };
    for (const format of ['json', 'xml'] as const) {
      sts.format = format;
      const response = await send(machine, signed({ headers: { 'x-amz-security-token': 'session' } }));
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      expect(response.body.expiresIn).to.equal(60);
      const claims = jsonwebtoken.decode(response.body.accessToken as string) as jsonwebtoken.JwtPayload;
      expect(claims).to.deep.include({ authMethod: 'aws-auth', identityAuth: { aws: principal } });
      const [entry] = await entriesOf(world(), response);
      expect(entry!.eventMetadata).to.deep.include({ aws: principal });
    }
  });

  it('compares accounts, roles and users, without paths and sessions', async () => {
    const cases: [string, string, string][] = [
      ['arn:aws:iam::123456789012:role/build', 'arn:aws:sts::123456789012:assumed-role/build/x', 'accepted'],
      ['arn:aws:sts::123456789012:assumed-role/bui*', 'arn:aws:sts::123456789012:assumed-role/build/x', 'accepted'],
      ['arn:aws:iam::123456789012:*', 'arn:aws:iam::123456789012:user/a/b/eve', 'accepted'],
      ['arn:aws:iam::123456789012:user/eve', 'arn:aws:iam::123456789012:user/a/b/eve', 'accepted'],
      ['arn:aws:iam::123456789012:user/a/eve', 'arn:aws:iam::123456789012:user/a/eve', 'principal_arn_not_allowed'],
      [
        'arn:aws:iam::123456789012:role/x',
        'arn:aws:sts::123456789012:assumed-role/build/x',
        'principal_arn_not_allowed',
      ],
      [
        'arn:aws:iam::123456789012:role/build',
        'arn:aws:sts::123456789013:assumed-role/build/x',
        'principal_arn_not_allowed',
      ],
      ['arn:aws:iam::123456789012:*', 'arn:aws:iam::123456789012:root', 'principal_not_supported'],
      ['arn:aws:iam::123456789012:*', 'arn:aws:sts::123456789012:federated-user/eve', 'principal_not_supported'],
    ];
    for (const [allowedPrincipalArns, arn, reason] of cases) {
      sts.arn = arn;
      const machine = await attach({ allowedPrincipalArns, allowedAccountIds: '' });
      if (reason === 'accepted')
        expect((await send(machine, signed())).status, `${allowedPrincipalArns} ${arn}`).to.equal(200);
      else await refused(machine, signed(), reason);
    }
    sts.arn = 'arn:aws:sts::123456789013:assumed-role/build/x';
    await refused(await attach({ allowedPrincipalArns: '' }), signed(), 'account_id_not_allowed');
  });

  it('sends nothing but the question who signed it, to nobody but STS', async () => {
    const machine = await attach();
    const calls = sts.calls;
    const now = world().clock.now();
    const wrong: object[] = [
      { body: 'Action=AssumeRole&Version=2011-06-15' },
      { body: 'Action=GetCallerIdentity&Version=2011-06-15&Action=AssumeRole' },
      { headers: { host: 'sts.eu-west-1.amazonaws.com' } },
      { headers: { host: 'evil.example.com' } },
      { headers: { host: 'sts.us-east-1.amazonaws.com@evil.example.com' } },
      { region: 'x.example.com', headers: { host: 'sts.x.example.com.amazonaws.com' } },
      { region: 'cn-north-1' },
      { headers: { connection: 'upgrade' } },
      { headers: { 'content-length': '1' } },
      { headers: { 'x-amz-date': '20300101T000000' } },
    ];
    for (const more of wrong) {
      const reason = JSON.stringify(more).includes('20300101T000000') ? 'request_expired' : 'request_malformed';
      await refused(machine, signed(more), reason);
    }
    await refused(machine, signed({ now: new Date(now.getTime() - 16 * 60_000) }), 'request_expired');
    await refused(machine, { ...signed(), iamHttpRequestMethod: 'GET' }, 'request_malformed');
    for (const headers of [[], null, { authorization: 1 }, { a: 'b\r\nc: d' }, { Host: 'a', host: 'b' }, { a: ['b'] }])
      await refused(machine, loginFields(headers as object), 'request_malformed');
    await refused(machine, { ...signed(), iamRequestHeaders: '{}' }, 'request_malformed');
    expect(sts.calls).to.equal(calls);
    expect((await send(machine, signed({ body: 'Version=2011-06-15&Action=GetCallerIdentity' }))).status).to.equal(200);
    expect((await send(machine, signed({ headers: { host: 'sts.amazonaws.com' } }))).status).to.equal(200);
    expect((await send(machine, signed({ region: 'eu-west-1' }))).status).to.equal(200);
  });

  it('accepts a length that is signed and not sent, as by the Python SDK, but no other header', async () => {
    const machine = await attach();
    const length = { 'content-length': String(callerIdentityBody.length) };
    for (const more of [{ headers: length }, { headers: length, unsent: 'content-length' }])
      expect((await send(machine, signed(more))).status).to.equal(200);
    const wrong = { headers: { 'content-length': '1' }, unsent: 'content-length' };
    await refused(machine, signed(wrong), 'sts_refused');
    await refused(machine, signed({ unsent: 'x-amz-date' }), 'request_malformed');
  });

  it('refuses signatures that STS refuses, and responds with 503 if it cannot be asked', async () => {
    const machine = await attach();
    await refused(machine, signed({ key: { ...sts.key, secret: 'wrong' } }), 'sts_refused');
    for (const [override, reason] of [
      [(_req, res) => void res.writeHead(500).end(), 'server_response_invalid'],
      [(_req, res) => void res.writeHead(429).end(), 'server_response_invalid'],
      [(_req, res) => void res.writeHead(307, { Location: 'https://example.com' }).end(), 'server_response_invalid'],
      [(_req, res) => void res.end('{}'), 'server_response_invalid'],
      [(_req, res) => void res.end('<a/>'), 'server_response_invalid'],
      [(req) => void req.socket.destroy(), 'server_unreachable'],
    ] satisfies [TestSts['override'], string][]) {
      sts.override = override;
      expectError(await send(machine, signed()), 503, 'ServiceUnavailable', /cannot be asked/);
      expect(world().logged()).to.include(`"reason":"${reason}: `);
    }
  });

  it('gives the same 404 for every identity without AWS auth', async () => {
    const machine = await attach();
    const bare = await world().newIdentity(machine.organization, 'member');
    for (const id of [bare.id, 'no-such-id'])
      expectError(await send({ ...machine, identity: { ...bare, id } }, signed()), 404, 'NotFound', /no AWS auth/);
  });
});
