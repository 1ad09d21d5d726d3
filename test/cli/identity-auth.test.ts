import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { audience, TestProvider } from '../support/clients/oidc-provider.ts';
import { newAuthority } from '../support/fixtures/client-certificates.ts';
import { claimsNow } from '../support/fixtures/login-methods.ts';
import { goodClaims } from '../support/fixtures/oidc-auth.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { CommandLine } from '../support/world/command-line.ts';
import type { TestUser } from '../support/world/members.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('identity auth', () => {
  let world: World;
  let setting: TestSecrets;
  let owner: TestUser;
  let line: CommandLine;
  let provider: TestProvider;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
    provider = await TestProvider.start();
  });
  after(() => provider.stop());
  const login = () => ({ SALLYPORT_URL: world.server.url, SALLYPORT_TOKEN: owner.token });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world);
    owner = await world.newUser(setting.organization, 'admin');
    await addToProject(world, setting.project, owner, 'admin');
    line = new CommandLine(login);
    await line.good(['init', '--project', setting.project.slug, '--env', 'dev']);
  });

  const create = async (...more: string[]): Promise<string> =>
    (await line.good(['identity', 'create', 'ci', '--no-secret', ...more])).out.trim();
  const attach = (...words: string[]) => line.good(['identity', 'auth', words[0]!, 'ci', ...words.slice(1)]);
  const names = async (token: string): Promise<string> =>
    (await line.good(['secrets', 'list', '--json'], { env: { ...login(), SALLYPORT_TOKEN: token } })).out;

  it('lets the jobs of a repository read what the machine identity may, without a stored secret', async () => {
    await newSecret(world, setting, 'A');
    const identityId = await create('--env', 'dev');
    const { out } = await attach(
      ...['oidc', '--issuer', provider.issuer, '--audience', audience, '--subject', 'repo:acme/*'],
      ...['--claim', 'ref=refs/heads/main', '--keep-claim', 'branch=ref', '--token-ttl', '10m'],
    );
    expect(out.trim()).to.equal(identityId);
    const logIn = async (ref: string) => {
      const jwt = await provider.sign(goodClaims(world, provider, { ref }));
      return world.call('loginWithOidcAuth', { body: { identityId, jwt } });
    };
    const { body } = await logIn('refs/heads/main');
    expect(body.expiresIn).to.equal(600);
    expect(await names(body.accessToken as string)).to.include('"A"');
    expect((await logIn('refs/heads/other')).status).to.equal(401);
  });

  it('takes public keys from files', async () => {
    const identityId = await create();
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    writeFileSync(join(line.directory, 'key.pem'), pem);
    await attach('jwt', '--public-key', 'key.pem', '--subject', 'repo:acme/*');
    const jwt = await new SignJWT(claimsNow(world)).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    expect((await world.call('loginWithJwtAuth', { body: { identityId, jwt } })).status).to.equal(200);
    expect((await line.bad(1, ['identity', 'auth', 'jwt', 'ci', '--public-key', 'key.pem'])).err).to.match(/already/);
    const both = ['identity', 'auth', 'jwt', 'ci', '--public-key', 'key.pem', '--jwks-url', `${provider.issuer}/jwks`];
    expect((await line.bad(2, both)).err).to.include('either --jwks-url or --public-key');
    expect((await line.bad(2, ['identity', 'auth', 'jwt', 'ci', '--public-key', 'none.pem'])).err).to.include(
      'none.pem cannot be read',
    );
  });

  it('attaches the other logins with what their options say', async () => {
    const params = { identityId: await create() };
    const { cert } = newAuthority();
    writeFileSync(join(line.directory, 'ca.pem'), cert);
    writeFileSync(join(line.directory, 'jwks.json'), JSON.stringify({ keys: [] }));
    const call = (operation: 'getAwsAuth' | 'getAzureAuth' | 'getGcpAuth' | 'getTlsCertAuth') =>
      world.call(operation, { as: owner, params });
    await attach('aws', '--principals', 'arn:aws:iam::123456789012:role/build', '--accounts', '123456789012');
    expect((await call('getAwsAuth')).body.identityAwsAuth).to.include({
      allowedPrincipalArns: 'arn:aws:iam::123456789012:role/build',
      allowedAccountIds: '123456789012',
    });
    const [tenant, principal] = [crypto.randomUUID(), crypto.randomUUID()];
    await attach('azure', '--tenant', tenant, '--service-principals', principal);
    expect((await call('getAzureAuth')).body.identityAzureAuth).to.include({
      tenantId: tenant,
      resource: 'https://management.azure.com/',
      allowedServicePrincipalIds: principal,
    });
    await attach('gcp', '--service-accounts', 'build@acme.iam.gserviceaccount.com', '--zones', 'europe-west1-b');
    expect((await call('getGcpAuth')).body.identityGcpAuth).to.include({
      type: 'gce',
      allowedServiceAccounts: 'build@acme.iam.gserviceaccount.com',
      allowedZones: 'europe-west1-b',
    });
    await attach('tls-cert', '--ca-file', 'ca.pem', '--common-names', 'build-1,build-2', '--alt-name', 'DNS:a.example');
    expect((await call('getTlsCertAuth')).body.identityTlsCertAuth).to.deep.include({
      allowedCommonNames: 'build-1,build-2',
      allowedSubjectAltNames: ['DNS:a.example'],
      verifyClientCertificateChain: false,
    });
    const keys = ['--jwks-url', `${provider.issuer}/jwks`, '--issuer', provider.issuer, '--audience', 'sallyport'];
    await attach('kubernetes', ...keys, '--namespaces', 'payments');
    const { body } = await world.call('getKubernetesAuth', { as: owner, params });
    expect(body.identityKubernetesAuth).to.include({
      tokenReviewMode: 'jwks',
      allowedNamespaces: 'payments',
      allowedAudience: 'sallyport',
    });
  });

  it('creates tokens for programs that cannot log in', async () => {
    await newSecret(world, setting, 'A');
    await create('--env', 'dev');
    const token = ['identity', 'token', 'ci', '--label', 'nightly'];
    expect((await line.bad(1, token)).err).to.include('sallyport identity auth token ci');
    await attach('token', '--token-ttl', '1d');
    const { out, err } = await line.good(token);
    expect(err).to.include('86400 seconds').and.not.include(out.trim());
    expect(await names(out.trim())).to.include('"A"');
  });

  it('refuses unknown names, and shows what the server says about the rest', async () => {
    await create();
    const oidc = ['--issuer', provider.issuer];
    expect((await line.bad(1, ['identity', 'auth', 'oidc', 'cl', ...oidc])).err).to.include('Did you mean ci?');
    expect((await line.bad(1, ['identity', 'auth', 'oidc', 'ci', ...oidc])).err).to.include('(422)');
    await line.bad(2, ['identity', 'auth', 'oidc', 'ci']);
    await line.bad(2, ['identity', 'create', 'other', '--no-secret', '--for', '1d']);
  });
});
