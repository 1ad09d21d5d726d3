// `npm run test:kubernetes`: machine identities log in with tokens of service accounts of a real API server of
// Kubernetes, which it builds with Go the first time. Prints a line for each promise; exits with 1 if one is broken.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installCluster, startCluster } from './kubernetes/cluster.mjs';
import { followGuide } from './kubernetes/guide.mjs';
import { callerOf, startServer } from './live-server.mjs';
import { ensureReady } from './setup.mjs';
import { lacking, python } from './tools.mjs';

const namespace = 'tests';
const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;

const scratch = mkdtempSync(join(tmpdir(), 'sallyport-kubernetes-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let failed = 0;
const expectEqual = (what, expected, actual) => {
  if (actual !== expected) failed += 1;
  console.log(
    `${actual === expected ? 'ok    ' : 'FAILED'}  ${what}: ${actual}${actual === expected ? '' : `, not ${expected}`}`,
  );
};

/** A namespace with the service accounts `api`, and `reviewer`, which may review tokens. */
const fill = async ({ send }) => {
  await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  for (const name of ['api', 'reviewer', 'gone']) await send('POST', accounts, { metadata: { name } });
  await send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'reviewer' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:auth-delegator' },
    subjects: [{ kind: 'ServiceAccount', name: 'reviewer', namespace }],
  });
};

const tokenOf = async ({ send }, name, audiences = []) => {
  const spec = { audiences, expirationSeconds: 600 };
  return (await send('POST', `${accounts}/${name}/token`, { spec })).status.token;
};

const run = async (cluster, site) => {
  const instance = await callerOf(site)('POST', '/api/v1/admin/bootstrap', {
    email: 'kubernetes@example.com',
    password: 'for cluster tests only',
    organization: 'Kubernetes',
  });
  const call = callerOf(site, instance.identity.credentials.token);
  const post = async (path, body, token) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    return fetch(`${site}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const base = '/api/v1/auth/kubernetes-auth';
  const fields = { kubernetesHost: cluster.url, caCert: cluster.caCert, allowedNamespaces: namespace };
  const usual = { ...fields, allowedNames: '', allowedAudience: '' };
  const attach = async (more = {}) => {
    const { identity } = await call('POST', '/api/v1/identities', { name: 'cluster', role: 'no-access' });
    const path = `${base}/identities/${identity.id}`;
    const response = await post(path, { ...usual, ...more }, instance.identity.credentials.token);
    return { status: response.status, id: identity.id, update: (body) => call('PATCH', path, body) };
  };
  const logIn = async ({ id }, jwt) => (await post(`${base}/login`, { identityId: id, jwt })).status;

  await fill(cluster);
  const tokenReviewerJwt = await tokenOf(cluster, 'reviewer');
  const api = await tokenOf(cluster, 'api');
  const machine = await attach({ tokenReviewerJwt });
  expectEqual('attach with a reviewer', 200, machine.status);
  expectEqual('a good token', 200, await logIn(machine, api));
  expectEqual('a token of the reviewer itself', 200, await logIn(machine, tokenReviewerJwt));
  expectEqual('the same, signed again', 200, await logIn(machine, cluster.signAgain(api, {})));
  expectEqual('an expired token', 401, await logIn(machine, cluster.signAgain(api, { exp: 1_700_000_000 })));
  expectEqual('a changed token', 401, await logIn(machine, `${api.slice(0, -4)}AAAA`));
  expectEqual('a token for another audience', 401, await logIn(machine, await tokenOf(cluster, 'api', ['other'])));
  const gone = await tokenOf(cluster, 'gone');
  expectEqual('an account before it is deleted', 200, await logIn(machine, gone));
  await cluster.send('DELETE', `${accounts}/gone`);
  // The API server caches what it found for ten seconds.
  let after = await logIn(machine, gone);
  for (let attempt = 0; after === 200 && attempt < 30; attempt += 1) {
    await delay(1_000);
    after = await logIn(machine, gone);
  }
  expectEqual('the same account after it was deleted', 401, after);
  const named = await attach({ tokenReviewerJwt, allowedNames: 'worker-*' });
  expectEqual('an account that is not allowed', 401, await logIn(named, api));
  const elsewhere = await attach({ tokenReviewerJwt, allowedNamespaces: 'others' });
  expectEqual('a namespace that is not allowed', 401, await logIn(elsewhere, api));
  const audience = await attach({ tokenReviewerJwt, allowedAudience: 'sallyport' });
  expectEqual('the allowed audience', 200, await logIn(audience, await tokenOf(cluster, 'api', ['sallyport'])));
  expectEqual('the audience of the API server instead', 401, await logIn(audience, api));
  const own = await attach();
  expectEqual('attach without a reviewer', 200, own.status);
  expectEqual('an account that may not review itself', 401, await logIn(own, api));
  expectEqual('an account that may', 200, await logIn(own, tokenReviewerJwt));
  expectEqual('attach with a reviewer without the role', 400, (await attach({ tokenReviewerJwt: api })).status);
  expectEqual('attach without the authority', 400, (await attach({ caCert: '' })).status);
  const keys = { tokenReviewMode: 'jwks', kubernetesHost: null, caCert: '', issuer: cluster.issuer };
  const jwks = { ...keys, allowedAudience: 'sallyport', jwks: await cluster.keySet() };
  const offline = await attach(jwks);
  const forUs = await tokenOf(cluster, 'api', ['sallyport']);
  expectEqual('a good token, by the keys of the cluster', 200, await logIn(offline, forUs));
  expectEqual('another audience, by the keys of the cluster', 401, await logIn(offline, api));
  const token = instance.identity.credentials.token;
  const { project } = await call('POST', '/api/v1/projects', { projectName: 'Rockets' });
  await call('POST', '/api/v4/secrets/GREETING', { projectId: project.id, environment: 'dev', secretValue: 'hello' });
  const folder = join(scratch, 'guide');
  mkdirSync(folder);
  await followGuide(cluster, { site, token, projectId: project.id, folder, login: logIn, expectEqual });
  await cluster.stopApiServer();
  expectEqual('a good token while the API server is stopped', 503, await logIn(machine, api));
  expectEqual('the same by the keys of the cluster', 200, await logIn(offline, forUs));
};

try {
  const absent = lacking(['go', 'version'], python, ['openssl', 'version']);
  if (absent.length > 0) throw new Error(`not installed: ${absent.join(', ')}`);
  await ensureReady();
  console.error('Installing the API server ...');
  const cluster = await startCluster(installCluster(), scratch);
  const { url, stop } = await startServer(join(scratch, 'data'), { ALLOW_HOSTS: '127.0.0.1' });
  await run(cluster, url);
  await stop();
  await cluster.stop();
} catch (error) {
  failed += 1;
  console.error(`FAILED  ${error.message}`);
}
process.exit(failed === 0 ? 0 : 1);
