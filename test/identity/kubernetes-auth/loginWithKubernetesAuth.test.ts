import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import { TestApiServer } from '../../support/clients/api-server.ts';
import { entriesOf, entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { clusterKeyFields } from '../../support/fixtures/login-methods.ts';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { logInWith, newClusterMachine, refusedBy } from './kubernetes.fixtures.ts';

onEitherDatabase('loginWithKubernetesAuth', (world) => {
  let cluster: TestApiServer;
  before(async () => {
    cluster = await TestApiServer.start(world().clock);
  });
  after(() => cluster.stop());
  const refused = refusedBy(world);

  it('accepts the token of a service account, and returns a token that remembers which it was', async () => {
    const machine = await newClusterMachine(world(), cluster, { accessTokenTTL: 60 });
    const response = await logInWith(world(), machine, ` ${await cluster.tokenOf('payments', 'api')}\n`);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { accessToken, expiresIn } = response.body;
    expect(expiresIn).to.equal(60);
    const claims = jsonwebtoken.decode(accessToken as string) as jsonwebtoken.JwtPayload;
    const kubernetes = { namespace: 'payments', name: 'api' };
    expect(claims).to.deep.include({ authMethod: 'kubernetes-auth', identityAuth: { kubernetes } });
    expect((await world().call('listOrganizations', { as: { token: accessToken } })).status).to.equal(200);
    const renewed = await world().call('renewAccessToken', { body: { accessToken } });
    expect(jsonwebtoken.decode(renewed.body.accessToken as string)).to.deep.include({ identityAuth: { kubernetes } });
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.deep.include({ identityAccessTokenId: claims.jti, kubernetes });
    const { body } = await world().call('revokeKubernetesAuth', { as: machine.admin, params: machine.params });
    expect(body.identityKubernetesAuth.allowedNamespaces).to.equal('payments');
    expectError(await world().call('listOrganizations', { as: { token: accessToken } }), 401, 'TokenError');
  });

  it('refuses other service accounts without asking the API server', async () => {
    const machine = await newClusterMachine(world(), cluster, { allowedNames: 'api, worker-*' });
    const calls = cluster.requestedPaths.length;
    for (const [namespace, name, reason] of [
      ['payments-2', 'api', 'namespace_not_allowed'],
      ['payments', 'apis', 'name_not_allowed'],
    ] as const)
      await refused(await logInWith(world(), machine, await cluster.tokenOf(namespace, name)), machine, reason);
    const user = await cluster.tokenOf('payments', 'api', undefined, { sub: 'admin' });
    await refused(await logInWith(world(), machine, user), machine, 'not_a_service_account');
    await refused(await logInWith(world(), machine, 'nonsense'), machine, 'token_malformed');
    expect(cluster.requestedPaths).to.have.length(calls);
    for (const name of ['api', 'worker-1'])
      expect((await logInWith(world(), machine, await cluster.tokenOf('payments', name))).status, name).to.equal(200);
  });

  it('refuses what the API server refuses: expired, forged and deleted accounts, and other audiences', async () => {
    const machine = await newClusterMachine(world(), cluster);
    const now = world().clock.now().getTime() / 1_000;
    const outsider = await TestApiServer.start(world().clock);
    await outsider.stop();
    cluster.deleted.add('payments:gone');
    for (const jwt of [
      await cluster.tokenOf('payments', 'api', undefined, { exp: now - 1 }),
      await outsider.tokenOf('payments', 'api'),
      await cluster.tokenOf('payments', 'gone'),
      await cluster.tokenOf('payments', 'api', ['sallyport']),
    ]) {
      const response = await logInWith(world(), machine, jwt);
      expectError(response, 401, 'UnauthorizedError');
    }
    const entries = await entriesWhere(world(), {
      actorId: machine.identity.id,
      eventType: 'login-identity-kubernetes-auth-failed',
    });
    expect(new Set(entries.map(({ eventMetadata }) => eventMetadata.reasonCode))).to.deep.equal(
      new Set(['token_review_error']),
    );
    const sallyport = await newClusterMachine(world(), cluster, { allowedAudience: 'sallyport' });
    const good = await cluster.tokenOf('payments', 'api', ['sallyport', 'other']);
    expect((await logInWith(world(), sallyport, good)).status).to.equal(200);
    const usual = await cluster.tokenOf('payments', 'api');
    await refused(await logInWith(world(), sallyport, usual), sallyport, 'token_review_error');
  });

  it('lets a service account review itself if there is no other reviewer', async () => {
    const machine = await newClusterMachine(world(), cluster, { tokenReviewerJwt: '' });
    const jwt = await cluster.tokenOf('payments', 'self');
    await refused(await logInWith(world(), machine, jwt), machine, 'token_reviewer_forbidden');
    cluster.reviewers.add('payments:self');
    expect((await logInWith(world(), machine, jwt)).status).to.equal(200);
    cluster.deleted.add('payments:self');
    await refused(await logInWith(world(), machine, jwt), machine, 'token_not_authenticated');
  });

  it('responds with 503 if the API server cannot be asked, also because it refuses the reviewer', async () => {
    const jwt = await cluster.tokenOf('payments', 'api');
    const machine = await newClusterMachine(world(), cluster);
    for (const [override, reason] of [
      [(_req, res) => void res.writeHead(500).end(), 'server_response_invalid'],
      [(_req, res) => void res.end('nonsense'), 'server_response_invalid'],
      [(_req, res) => void res.writeHead(307, { Location: 'https://example.com' }).end(), 'server_response_invalid'],
      [(_req, res) => void res.end('x'.repeat(70_000)), 'server_response_invalid'],
      [(req) => void req.socket.destroy(), 'server_unreachable'],
      [(_req, res) => void res.writeHead(401).end(), 'token_reviewer_unauthorized'],
      [(_req, res) => void res.writeHead(403).end(), 'token_reviewer_forbidden'],
    ] satisfies [TestApiServer['override'], string][]) {
      cluster.override = override;
      const response = await logInWith(world(), machine, jwt);
      expectError(response, 503, 'ServiceUnavailable', /cannot be asked/);
      expect(world().logged(), reason).to.include(`"reason":"${reason}: `);
    }
    cluster.override = undefined;
    expect((await logInWith(world(), machine, jwt)).status).to.equal(200);
  });

  it('asks only an API server with the certificate of the configured authority', async () => {
    const machine = await newClusterMachine(world(), cluster);
    const tokenReviewerJwt = await cluster.tokenOf('payments', 'reviewer', undefined, { exp: 2_000_000_000 });
    const update = (body: object) =>
      world().call('updateKubernetesAuth', {
        as: machine.admin,
        params: machine.params,
        body: { ...body, tokenReviewerJwt },
      });
    for (const caCert of [newCertificate().cert, ''])
      expectError(await update({ caCert }), 400, 'BadRequest', /its certificate is not accepted/);
    const calls = cluster.requestedPaths.length;
    expect((await update({ caCert: '', verifyTlsCertificate: false })).status, 'explicitly').to.equal(200);
    expect(cluster.requestedPaths.length).to.equal(calls + 1);
    expect((await logInWith(world(), machine, await cluster.tokenOf('payments', 'api'))).status).to.equal(200);
  });

  it('asks the API server once at a time for each identity and client address', async () => {
    const machine = await newClusterMachine(world(), cluster);
    let [open, most] = [0, 0];
    const waiting: (() => void)[] = [];
    cluster.override = (_req, res) => {
      open += 1;
      most = Math.max(most, open);
      waiting.push(() => {
        open -= 1;
        res.writeHead(500).end();
      });
      setImmediate(() => waiting.shift()!());
    };
    const jwt = await cluster.tokenOf('payments', 'api');
    const answers = await Promise.all(Array.from({ length: 10 }, () => logInWith(world(), machine, jwt)));
    cluster.override = undefined;
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([503]));
    expect(most).to.equal(1);
  });

  it('delays only its own logins while an API server never responds', async () => {
    const away = await TestApiServer.start(world().clock);
    const [dead, other] = [await newClusterMachine(world(), away), await newClusterMachine(world(), cluster)];
    const jwt = await cluster.tokenOf('payments', 'api');
    let asked: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    away.override = () => asked!();
    const pending = Array.from({ length: 100 }, () => logInWith(world(), dead, jwt));
    let hasEnded = false;
    const all = Promise.all(pending).then((answers) => {
      hasEnded = true;
      return answers;
    });
    await isAsked;
    for (let count = 0; count < 5; count += 1)
      expect((await logInWith(world(), other, jwt)).status, 'another identity').to.equal(200);
    expect(hasEnded, 'before the others gave up').to.equal(false);
    const answers = await all;
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([503]));
    await away.stop();
  });

  it('verifies tokens with the keys of the cluster, without a way into it', async () => {
    const machine = await newClusterMachine(world(), cluster, {
      ...clusterKeyFields,
      caCert: '',
      jwksUrl: '',
      jwks: await cluster.jwks(),
    });
    const calls = cluster.requestedPaths.length;
    const good = await cluster.tokenOf('payments', 'api', ['sallyport']);
    const { status, body } = await logInWith(world(), machine, good);
    expect(status, JSON.stringify(body)).to.equal(200);
    const now = world().clock.now().getTime() / 1_000;
    const cases: [object, string][] = [
      [{ aud: ['https://kubernetes.default.svc.cluster.local'] }, 'audience_not_allowed'],
      [{ iss: 'https://elsewhere.example.com' }, 'issuer_mismatch'],
      [{ exp: now - 60 }, 'token_expired'],
      [{ sub: 'system:serviceaccount:others:api' }, 'namespace_not_allowed'],
    ];
    for (const [claims, reason] of cases) {
      const jwt = await cluster.tokenOf('payments', 'api', ['sallyport'], claims);
      await refused(await logInWith(world(), machine, jwt), machine, reason);
    }
    const outsider = await TestApiServer.start(world().clock);
    await outsider.stop();
    const forged = await outsider.tokenOf('payments', 'api', ['sallyport']);
    await refused(await logInWith(world(), machine, forged), machine, 'invalid_signature');
    expect(cluster.requestedPaths).to.have.length(calls);
  });

  it('fetches the keys of the cluster from their address, and responds with 503 if it cannot', async () => {
    const issuing = await TestApiServer.start(world().clock);
    const fetched = { ...clusterKeyFields, jwksUrl: issuing.jwksUrl, caCert: issuing.cert };
    const machine = await newClusterMachine(world(), cluster, fetched);
    const good = await issuing.tokenOf('payments', 'api', ['sallyport']);
    issuing.override = (_req, res) => void res.writeHead(403).end();
    await refused(await logInWith(world(), machine, good), machine, 'provider_answer_invalid');
    issuing.override = undefined;
    await world().clock.later(10, async () => {
      expect((await logInWith(world(), machine, good)).status).to.equal(200);
      const forged = await cluster.tokenOf('payments', 'api', ['sallyport']);
      await refused(await logInWith(world(), machine, forged), machine, 'invalid_signature');
    });
    expect(issuing.requestedPaths).to.deep.equal(Array(2).fill('/openid/v1/jwks'));
    const other = await newClusterMachine(world(), cluster, { ...fetched, caCert: cluster.cert });
    await refused(await logInWith(world(), other, good), other, 'provider_unreachable');
    await issuing.stop();
  });

  it('gives the same 404 for every identity without Kubernetes auth', async () => {
    const { organization } = await newClusterMachine(world(), cluster);
    const bare = await world().newIdentity(organization, 'member');
    for (const id of [bare.id, 'no-such-id'])
      expectError(await logInWith(world(), { identity: { ...bare, id } }, 'x'), 404, 'NotFound', /no Kubernetes auth/);
  });
});
