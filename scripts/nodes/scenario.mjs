// A short run of the built server as its clients see it: from the first administrator to a restart.
import { join } from 'node:path';
import { callerOf, newMachine } from '../live-server.mjs';
import { freePort, newFolder, runCommand, spawnServer } from '../faults/processes.mjs';

const expect = (what, isTrue) => {
  if (!isTrue) throw new Error(what);
};

/** Starts the server; `stop` expects that it finishes cleanly, and that Node had nothing to warn of. */
const start = async ({ node, program }, environment) => {
  const server = spawnServer({ DRAIN_DELAY_MS: '0', ...environment }, { command: node, program });
  const url = await server.listening;
  const stop = async () => {
    const code = await server.stop();
    expect(`it ended with exit code ${code}: ${server.output()}`, code === 0);
    expect(`it warned: ${server.output()}`, !/Warning/.test(server.output()));
    expect(`it logged: ${server.logged()}`, server.logged() === '');
  };
  return { url, stop };
};

const runProgram = async ({ node, program }, environment, ...args) => {
  const { code, output } = await runCommand(args, environment, { command: node, program });
  expect(`${args[0]} failed: ${output}`, code === 0);
  return output;
};

const checkMetrics = async (address, version) => {
  const metrics = await (await fetch(`http://${address}/metrics`)).text();
  expect(`the server runs with Node ${version}`, metrics.includes(`nodejs_version_info{version="${version}"`));
};

/** Opens an event stream; `next` resolves when the text is in it. */
const openStream = async (url, token, projectId) => {
  const response = await fetch(`${url}/api/v1/events/subscribe/project-events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ projectId, register: [{ event: 'secret:create' }] }),
  });
  expect(`an event stream was refused with ${response.status}`, response.status === 200);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const next = async (text) => {
    while (!received.includes(text)) {
      const { value, done } = await reader.read();
      expect(`the event stream ended: ${received}`, !done);
      received += value;
    }
  };
  return { next, close: () => reader.cancel() };
};

/** Writes secrets as the administrator, and reads them as a machine identity that has logged in. */
const useSecrets = async ({ url, call, machine, folder }) => {
  const query = `?${new URLSearchParams(folder)}`;
  const read = async () => (await machine('GET', `/api/v4/secrets/KEY${query}`)).secret.secretValue;
  await call('POST', '/api/v4/secrets/KEY', { ...folder, secretValue: 'first' });
  expect('a new secret', (await read()) === 'first');
  await call('PATCH', '/api/v4/secrets/KEY', { ...folder, secretValue: 'second' });
  expect('a changed secret', (await read()) === 'second');
  const secrets = Array.from({ length: 50 }, (_, index) => ({ secretKey: `OTHER_${index}`, secretValue: 'x' }));
  await call('POST', '/api/v4/secrets/batch', { ...folder, secrets });
  const list = await fetch(`${url}/api/v4/secrets${query}`, { headers: { Authorization: machine.authorization } });
  expect('a list of 51 secrets', (await list.json()).secrets.length === 51);
  const headers = { Authorization: machine.authorization, 'If-None-Match': list.headers.get('etag') };
  expect('an unchanged list', (await fetch(`${url}/api/v4/secrets${query}`, { headers })).status === 304);
};

const issueCertificate = async (call, projectId) => {
  const configuration = { type: 'root', commonName: 'Root', keyAlgorithm: 'EC_prime256v1' };
  const root = { projectId, name: 'root', status: 'active', configuration };
  const { id: caId } = await call('POST', '/api/v1/cert-manager/ca/internal', root);
  const wanted = { caId, commonName: 'a.example', altNames: 'a.example', ttl: '1d' };
  const { certificate } = await call('POST', '/api/v1/cert-manager/certificates/issue-certificate', wanted);
  expect('a certificate', certificate.startsWith('-----BEGIN CERTIFICATE-----'));
};

const logIn = async (url, { clientId, clientSecret }) => {
  const { accessToken } = await callerOf(url)('POST', '/api/v1/auth/universal-auth/login', { clientId, clientSecret });
  return Object.assign(callerOf(url, accessToken), { authorization: `Bearer ${accessToken}` });
};

const useServer = async (runtime, url) => {
  const account = ['--email', 'ada@example.com', '--organization', 'Acme'];
  const first = JSON.parse(await runProgram(runtime, {}, 'bootstrap', ...account, '--url', url, '--json'));
  const { token } = first.identity.credentials;
  const call = callerOf(url, token);
  const { project } = await call('POST', '/api/v1/projects', { projectName: 'Rockets' });
  const credentials = await newMachine((path, body) => call('POST', path, body), 'Machine', 'member');
  const memberships = `/api/v1/projects/${project.id}/memberships/identities`;
  await call('POST', `${memberships}/${credentials.id}`, { role: 'viewer' });
  const folder = { projectId: project.id, environment: 'dev' };
  const stream = await openStream(url, token, project.id);
  await useSecrets({ url, call, machine: await logIn(url, credentials), folder });
  await stream.next('"secretKey":"KEY"');
  await stream.close();
  await issueCertificate(call, project.id);
  const { auditLogs } = await call('GET', `/api/v1/organization/audit-logs?projectId=${project.id}`);
  const events = auditLogs.map(({ event }) => event.type);
  expect(
    'audit log',
    ['create-secret', 'update-secret', 'create-secrets'].every((type) => events.includes(type)),
  );
  return { credentials, folder };
};

/** Expects the secret that was written before, from a machine that logs in again. */
const readAgain = async (runtime, storage, { credentials, folder }) => {
  const server = await start(runtime, storage);
  const machine = await logIn(server.url, credentials);
  const { secret } = await machine('GET', `/api/v4/secrets/KEY?${new URLSearchParams(folder)}`);
  expect('the secret after a restart', secret.secretValue === 'second');
  await server.stop();
};

/** Runs everything; throws at the first difference. With SQLite, the restart is with a restored backup. */
export const runScenario = async (runtime, storage) => {
  const address = `127.0.0.1:${await freePort()}`;
  const server = await start(runtime, { ...storage, METRICS_LISTEN: address });
  await checkMetrics(address, runtime.version);
  const written = await useServer(runtime, server.url);
  if (storage.DATABASE_URL) {
    await server.stop();
    return readAgain(runtime, storage, written);
  }
  const backup = join(newFolder(), 'backup.db');
  await runProgram(runtime, storage, 'backup', backup);
  await server.stop();
  const restored = { ...storage, DATA_DIR: join(newFolder(), 'data') };
  await runProgram(runtime, restored, 'restore', backup);
  return readAgain(runtime, restored, written);
};
