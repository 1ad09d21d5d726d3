import { expect } from 'chai';
import { TestApiServer } from '../../support/clients/api-server.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { defaultTokenFields, newBareMachine } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { clusterFields, logInWith, newClusterMachine } from './kubernetes.fixtures.ts';

onEachDatabase('the configuration of Kubernetes auth', (world) => {
  let cluster: TestApiServer;
  before(async () => {
    cluster = await TestApiServer.start(world().clock);
  });
  after(() => cluster.stop());

  const attachTo = async (fields: object = {}) => {
    const machine = await newBareMachine(world());
    const { admin: as, params } = machine;
    const body = { ...clusterFields(cluster), ...fields };
    return { ...machine, response: await world().call('attachKubernetesAuth', { as, params, body }) };
  };

  it('is returned with its defaults, by attachKubernetesAuth and by getKubernetesAuth', async () => {
    const { response, admin: as, params } = await attachTo({ gatewayId: null, identityId: 'from Terraform' });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { id, ...rest } = response.body.identityKubernetesAuth;
    expect(rest, id).to.deep.equal({
      ...clusterFields(cluster),
      caCert: cluster.cert.trim(),
      identityId: params.identityId,
      tokenReviewMode: 'api',
      verifyTlsCertificate: true,
      tokenReviewerJwt: '',
      hasTokenReviewerJwt: false,
      issuer: '',
      jwksUrl: '',
      jwks: '',
      gatewayId: null,
      gatewayPoolId: null,
      ...defaultTokenFields,
    });
    expect((await world().call('getKubernetesAuth', { as, params })).body).to.deep.equal(response.body);
    const shown = await world().call('getIdentity', { as, params });
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['kubernetes-auth', 'token-auth']);
  });

  it('never shows the token of the reviewer, which is encrypted', async () => {
    const machine = await newClusterMachine(world(), cluster);
    const { admin: as, params, identity } = machine;
    const update = (tokenReviewerJwt: string | null) =>
      world().call('updateKubernetesAuth', { as, params, body: { tokenReviewerJwt } });
    const shown = async () =>
      (await world().call('getKubernetesAuth', { as, params })).body.identityKubernetesAuth.hasTokenReviewerJwt;
    const rows = (await world()
      .server.parts.database.read('identity_login_methods')
      .where('identityId', identity.id)) as { sealedSecret: string }[];
    expect(rows[0]!.sealedSecret).to.match(/^s1\./);
    expect(await shown()).to.equal(true);
    await update('');
    expect(await shown(), 'an empty text changes nothing').to.equal(true);
    const next = await cluster.tokenOf('payments', 'reviewer', undefined, { exp: 2_000_000_000 });
    const response = await update(next);
    const [entry] = await entriesOf(world(), response);
    expect(JSON.stringify(entry)).not.to.include(next).and.not.to.include('sealedSecret');
    expect(entry!.eventMetadata).to.deep.include({ isTokenReviewerJwtChanged: true });
    expect((await logInWith(world(), machine, await cluster.tokenOf('payments', 'api'))).status).to.equal(200);
    expectError(await update('not a token'), 400, 'BadRequest', /does not accept tokenReviewerJwt/);
    await update(null);
    expect(await shown()).to.equal(false);
  });

  it('sends the stored token of the reviewer nowhere else', async () => {
    const { admin: as, params } = await newClusterMachine(world(), cluster);
    const update = (body: object) => world().call('updateKubernetesAuth', { as, params, body });
    const elsewhere = await TestApiServer.start(world().clock);
    const there = { kubernetesHost: elsewhere.url, caCert: elsewhere.cert };
    for (const [field, value] of Object.entries({ ...there, verifyTlsCertificate: false }))
      expectError(
        await update({ [field]: value }),
        400,
        'BadRequest',
        new RegExp(`^Send tokenReviewerJwt too.*${field}`),
      );
    expect(elsewhere.requestedPaths).to.deep.equal([]);
    elsewhere.reviewers.add('payments:other');
    const tokenReviewerJwt = await elsewhere.tokenOf('payments', 'other', undefined, { exp: 2_000_000_000 });
    expect((await update({ ...there, tokenReviewerJwt })).status).to.equal(200);
    await update({ tokenReviewerJwt: null });
    expect((await update(clusterFields(cluster))).status, 'without a stored one').to.equal(200);
    await elsewhere.stop();
  });

  it('has to name namespaces or service accounts', async () => {
    for (const lists of [
      { allowedNamespaces: '' },
      { allowedNamespaces: '*' },
      { allowedNamespaces: 'payments, *' },
      { allowedNamespaces: '', allowedNames: '?*' },
    ])
      expectIssues((await attachTo(lists)).response, 'body allowedNamespaces invalid');
    expect((await attachTo({ allowedNamespaces: '*', allowedNames: 'api' })).response.status).to.equal(200);
    const { admin: as, params } = await newClusterMachine(world(), cluster);
    const body = { allowedNamespaces: '' };
    expectError(await world().call('updateKubernetesAuth', { as, params, body }), 400, 'BadRequest', /must name/);
  });

  it('refuses gateways, incomplete configurations, and addresses that are not allowed', async () => {
    for (const field of ['gatewayId', 'gatewayPoolId'])
      expectIssues((await attachTo({ [field]: crypto.randomUUID() })).response, `body ${field} invalid`);
    expectIssues((await attachTo({ tokenReviewMode: 'gateway' })).response, 'body tokenReviewMode enum');
    expectIssues((await attachTo({ kubernetesHost: null })).response, 'body kubernetesHost invalid');
    expectIssues((await attachTo({ kubernetesHost: '127.0.0.1:6443' })).response, 'body kubernetesHost format');
    expectIssues((await attachTo({ verifyTlsCertificate: false })).response, 'body verifyTlsCertificate invalid');
    expectIssues((await attachTo({ caCert: 'nonsense' })).response, 'body caCert format');
    const keys = { tokenReviewMode: 'jwks', kubernetesHost: null, issuer: 'urn:cluster', allowedAudience: 'sallyport' };
    expectIssues((await attachTo({ ...keys, jwks: '{"keys":[]}' })).response, 'body jwks format');
    expectIssues((await attachTo(keys)).response, 'body jwks invalid');
    expectIssues((await attachTo({ ...keys, allowedAudience: '' })).response, 'body allowedAudience invalid');
    expectIssues((await attachTo({ ...keys, issuer: '' })).response, 'body issuer invalid');
    for (const kubernetesHost of ['https://10.0.0.1', 'https://localhost', 'http://k8s.example.com'])
      expectError((await attachTo({ kubernetesHost })).response, 400, 'BadRequest', /ALLOW_HOSTS/);
    const jwksUrl = 'https://10.0.0.1/keys';
    expectError((await attachTo({ ...keys, jwksUrl })).response, 400, 'BadRequest', /^jwksUrl.*ALLOW_HOSTS/);
  });

  it('can be changed by updateKubernetesAuth while the API server is away, except for how to reach it', async () => {
    const { admin: as, params } = await newClusterMachine(world(), cluster);
    const update = (body: object) => world().call('updateKubernetesAuth', { as, params, body });
    cluster.override = (req) => void req.socket.destroy();
    const { body } = await update({ accessTokenTTL: 60, allowedNames: 'api' });
    expect(body.identityKubernetesAuth).to.include({ accessTokenTTL: 60, allowedNames: 'api' });
    expectError(await update({ kubernetesHost: cluster.url }), 400, 'BadRequest', /could not be reached/);
    cluster.override = (_req, res) => void res.writeHead(500).end();
    expectError(await update({ kubernetesHost: cluster.url }), 400, 'BadRequest', /the status 500/);
    cluster.override = undefined;
    expect((await update({ kubernetesHost: cluster.url })).status).to.equal(200);
  });

  it('is removed by revokeKubernetesAuth, and is then 404 everywhere', async () => {
    const { admin: as, params } = await newClusterMachine(world(), cluster);
    const { status, body } = await world().call('revokeKubernetesAuth', { as, params });
    expect(status).to.equal(200);
    expect(body.identityKubernetesAuth).not.to.have.any.keys('caCert', 'tokenReviewerJwt', 'jwks');
    for (const operation of ['getKubernetesAuth', 'updateKubernetesAuth', 'revokeKubernetesAuth'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no Kubernetes auth/);
  });
});
