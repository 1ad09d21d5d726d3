// `npm run test:logins`: machine identities log in with AWS, Azure and GCP auth by the SDKs for Node, Python and Go, the
// CLI and its agent, with LDAP auth against slapd by those of them that have it, and with client certificates through
// nginx and HAProxy; as far as these are installed.
// AWS is moto, which checks signatures; the metadata services of the clouds are stand-ins. Prints a line for each promise;
// exits with 1 if one is broken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerOf, startServer } from './live-server.mjs';
import { startMoto, tryAws } from './logins/aws.mjs';
import { installClients } from './logins/clients.mjs';
import { startClouds } from './logins/clouds.mjs';
import { tryLdap } from './logins/ldap.mjs';
import { tryProxies } from './logins/proxies.mjs';
import { isSlapdThere, startSlapd } from './logins/slapd.mjs';
import { tryTokens } from './logins/tokens.mjs';
import { ensureReady } from './setup.mjs';
import { lacking, python } from './tools.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'sallyport-logins-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let failed = 0;
const expectEqual = (what, expected, actual) => {
  if (actual !== expected) failed += 1;
  console.log(`${actual === expected ? 'ok     ' : 'FAILED '} ${what}: ${actual}`);
};

try {
  const absent = lacking(python, ['openssl', 'version']);
  if (absent.length > 0) throw new Error(`not installed: ${absent.join(', ')}`);
  await ensureReady();
  const clients = installClients();
  const moto = await startMoto();
  const clouds = await startClouds(scratch, moto.role);
  const data = join(scratch, 'data');
  // Behind a proxy, setting up needs the token that the server prints.
  const first = await startServer(data);
  const instance = await callerOf(first.url)('POST', '/api/v1/admin/bootstrap', {
    email: 'logins@example.com',
    password: 'for login tests only',
    organization: 'Logins',
  });
  await first.stop();
  const settings = {
    ALLOW_HOSTS: '127.0.0.1',
    AWS_STS_URL: moto.url,
    AZURE_LOGIN_URL: clouds.keysUrl,
    GCP_KEYS_URL: clouds.keysUrl,
    TRUST_PROXY: '127.0.0.1',
    LOGIN_RATE_LIMIT: '1000',
  };
  const { url: site, stop } = await startServer(data, settings);
  const { token } = instance.identity.credentials;
  const call = callerOf(site, token);
  const attach = async (method, fields) => {
    const { identity } = await call('POST', '/api/v1/identities', { name: method, role: 'no-access' });
    await call('POST', `/api/v1/auth/${method}/identities/${identity.id}`, fields);
    return identity.id;
  };
  const isThere = (program) => lacking([program, '-v']).length === 0;
  const trial = { site, folder: scratch, clouds, attach, expectEqual };
  await tryAws(clients, moto, trial);
  await tryTokens(clients, trial);
  if (isSlapdThere) await tryLdap(clients, await startSlapd(scratch), { ...trial, token });
  else console.log('skipped LDAP: slapd is not installed');
  await tryProxies(scratch, { site, attach, expectEqual, isThere });
  await stop();
  moto.stop();
} catch (error) {
  failed += 1;
  console.error(`FAILED  ${error.message}`);
}
process.exit(failed === 0 ? 0 : 1);
