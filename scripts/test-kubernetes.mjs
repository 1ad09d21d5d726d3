// `npm run test:kubernetes`: machine identities log in with tokens of service accounts of a real API server of
// Kubernetes, which it builds with Go the first time. Prints a line for each promise; exits with 1 if one is broken.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAccounts } from './kubernetes/accounts.mjs';
import { installCluster, startCluster } from './kubernetes/cluster.mjs';
import { followGuide } from './kubernetes/guide.mjs';
import { trialOf, tryKeys, tryReviews } from './kubernetes/promises.mjs';
import { callerOf, startServer } from './live-server.mjs';
import { ensureReady } from './setup.mjs';
import { lacking, python } from './tools.mjs';

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

const run = async (cluster, site) => {
  const instance = await callerOf(site)('POST', '/api/v1/admin/bootstrap', {
    email: 'kubernetes@example.com',
    password: 'for cluster tests only',
    organization: 'Kubernetes',
  });
  const { token } = instance.identity.credentials;
  const call = callerOf(site, token);
  const trial = trialOf(cluster, { site, token, call });
  await makeAccounts(cluster);
  const askApiServer = await tryReviews(cluster, trial, expectEqual);
  const askNobody = await tryKeys(cluster, trial, expectEqual);
  const { project } = await call('POST', '/api/v1/projects', { projectName: 'Rockets', slug: 'rockets' });
  const folder = join(scratch, 'guide');
  mkdirSync(folder);
  const { logIn } = trial;
  await followGuide(cluster, { site, token, call, projectId: project.id, folder, logIn, expectEqual });
  await cluster.stopApiServer();
  expectEqual('a good token while the API server is stopped', 503, await askApiServer());
  expectEqual('the same by the keys of the cluster', 200, await askNobody());
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
