// `npm run build && node scripts/upgrade-fixture.mjs`: creates a data directory of this version with all kinds of
// objects, for upgrade tests of later versions. Created once per release. Its root key is for tests only.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { callerOf, startServer } from './live-server.mjs';
import { root } from './setup.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = join(root, 'test', 'upgrade', version);
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-fixture-'));
const environment = {
  DATA_DIR: join(scratch, 'data'),
  ROOT_KEY: Buffer.from('root key of upgrades, tests only').toString('base64'),
};
const program = join(root, 'dist', 'sallyport.cjs');

const { url, stop } = await startServer(environment.DATA_DIR, environment);

const account = { email: 'ada@example.com', password: 'for the tests of upgrades only' };
const setup = await callerOf(url)('POST', '/api/v1/admin/bootstrap', { ...account, organization: 'Upgrades' });
const call = callerOf(url, setup.identity.credentials.token);
const organizationId = setup.organization.id;

const { project } = await call('POST', '/api/v1/projects', { projectName: 'Kept' });
const projectId = project.id;
const dev = { projectId, environment: 'dev' };
const admin = (await call('GET', `/api/v2/organizations/${organizationId}/memberships`)).users[0].user.username;
await call('POST', `/api/v1/projects/${projectId}/memberships`, { usernames: [admin], roleSlugs: ['admin'] });
await call('POST', '/api/v2/folders', { ...dev, name: 'app' });
const { tag } = await call('POST', `/api/v1/projects/${projectId}/tags`, { slug: 'kept', color: '#336699' });
await call('POST', '/api/v4/secrets/HOST', {
  ...dev,
  secretPath: '/app',
  secretValue: 'db.internal',
  secretComment: 'Where it is',
  tagIds: [tag.id],
  secretMetadata: [
    { key: 'owner', value: 'ada' },
    { key: 'pin', value: '1234', isEncrypted: true },
  ],
});
await call('PATCH', '/api/v4/secrets/HOST', { ...dev, secretPath: '/app', secretValue: 'db2.internal' });
await call('POST', '/api/v4/secrets/URL', { ...dev, secretValue: 'postgres://${dev.app.HOST}/app' });
await call('POST', '/api/v2/secret-imports', { ...dev, path: '/', import: { environment: 'dev', path: '/app' } });

const { identity } = await call('POST', '/api/v1/identities', {
  name: 'Machine',
  organizationId,
  role: 'member',
  metadata: [{ key: 'team', value: 'core' }],
});
const {
  identityUniversalAuth: { clientId },
} = await call('POST', `/api/v1/auth/universal-auth/identities/${identity.id}`, {});
const { clientSecret } = await call('POST', `/api/v1/auth/universal-auth/identities/${identity.id}/client-secrets`, {});
await call('POST', `/api/v1/auth/oidc-auth/identities/${identity.id}`, {
  oidcDiscoveryUrl: 'https://idp.example.com',
  boundIssuer: 'https://idp.example.com',
  boundClaims: { ref: 'main' },
  claimMetadataMapping: { ref: 'ref' },
});
await call('POST', `/api/v1/projects/${projectId}/memberships/identities/${identity.id}`, { role: 'viewer' });
const { privilege } = await call('POST', '/api/v2/identity-project-additional-privilege', {
  identityId: identity.id,
  projectId,
  slug: 'kept',
  permissions: [{ subject: 'secrets', action: ['edit'], conditions: { environment: { $eq: 'dev' } } }],
  type: {
    isTemporary: true,
    temporaryMode: 'relative',
    temporaryRange: '1d',
    temporaryAccessStartTime: '2026-01-01T00:00:00Z',
  },
});
const group = await call('POST', '/api/v1/groups', { name: 'Kept', slug: 'kept-group', role: 'member' });

const authority = await call('POST', '/api/v1/cert-manager/ca/internal', {
  projectId,
  name: 'kept',
  status: 'active',
  configuration: { type: 'root', commonName: 'Kept', keyAlgorithm: 'EC_prime256v1', notAfter: '2126-01-01T00:00:00Z' },
});
const issued = await call('POST', '/api/v1/cert-manager/certificates/issue-certificate', {
  caId: authority.id,
  commonName: 'kept.example',
  altNames: 'kept.example',
  notAfter: '2125-01-01T00:00:00Z',
});
await call('POST', `/api/v1/cert-manager/certificates/${issued.certificateId}/revoke`, {
  revocationReason: 'SUPERSEDED',
});

const paths = [
  `/api/v1/projects/${projectId}`,
  `/api/v4/secrets?projectId=${projectId}&environment=dev&recursive=true&includeMetadata=true`,
  `/api/v4/secrets/URL?projectId=${projectId}&environment=dev`,
  `/api/v4/secrets/HOST?projectId=${projectId}&environment=dev&secretPath=/app&version=1`,
  `/api/v2/secret-imports?projectId=${projectId}&environment=dev&path=/`,
  `/api/v1/identities/${identity.id}`,
  `/api/v1/auth/universal-auth/identities/${identity.id}`,
  `/api/v1/auth/oidc-auth/identities/${identity.id}`,
  `/api/v2/identity-project-additional-privilege/${privilege.id}`,
  `/api/v1/groups/${group.id}`,
  `/api/v1/cert-manager/ca/internal/${authority.id}`,
  `/api/v1/cert-manager/certificates/${issued.certificateId}`,
  `/api/v1/cert-manager/certificates/${issued.certificateId}/private-key`,
];
const answers = {};
for (const path of paths) answers[path] = await call('GET', path);

execFileSync(process.execPath, [program, 'backup', join(scratch, 'copy.db')], { env: environment, stdio: 'ignore' });
await stop();
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'sallyport.db.gz'), gzipSync(readFileSync(join(scratch, 'copy.db'))));
const expected = {
  note: 'For tests only: the keys and passwords in here protect nothing.',
  rootKey: environment.ROOT_KEY,
  account,
  organizationId,
  machine: { clientId, clientSecret },
  authorityId: authority.id,
  serialNumber: issued.serialNumber,
  answers,
};
writeFileSync(join(target, 'expected.json'), `${JSON.stringify(expected, undefined, 2)}\n`);
rmSync(scratch, { recursive: true, force: true });
