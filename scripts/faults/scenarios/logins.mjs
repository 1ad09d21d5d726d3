// Logins that ask an API server which never responds, on a server that has just started. Meanwhile another client waits
// as little as during any other attack.
import { once } from 'node:events';
import { createServer } from 'node:https';
import { selfSigned } from '../../self-signed.mjs';
import { measure } from '../measure.mjs';
import { startServer } from '../processes.mjs';
import { sendAtOnce, startTarget } from '../target.mjs';

const count = 100;

/** An API server that responds when it is configured, and to nothing else. */
const startSilentServer = async () => {
  const { key, cert } = await selfSigned({ type: 'ip', value: '127.0.0.1' });
  const sockets = new Set();
  const server = createServer({ key, cert }, (request, response) => {
    if (request.url === '/version') response.end('{}');
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `https://127.0.0.1:${server.address().port}`, caCert: cert, stop };
};

const attach = async (call, { url, caCert }, index) => {
  const { identity } = await call('POST', '/api/v1/identities', { name: `Pod ${index}`, role: 'no-access' });
  await call('POST', `/api/v1/auth/kubernetes-auth/identities/${identity.id}`, {
    kubernetesHost: url,
    caCert,
    allowedNamespaces: 'payments',
    allowedNames: '',
    allowedAudience: '',
  });
  return identity.id;
};

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Nobody verifies it: the API server does not respond. */
const jwt = `${encode({ alg: 'RS256' })}.${encode({ sub: 'system:serviceaccount:payments:api' })}.c2lnbmF0dXJl`;

const scenario = (name, identities) => ({
  name,
  on: 'sqlite',
  run: async () => {
    const silent = await startSilentServer();
    const settings = { ALLOW_HOSTS: '127.0.0.1', LOGIN_RATE_LIMIT: '1000' };
    const prepared = await startTarget(settings);
    const ids = [];
    for (let index = 0; index < identities; index += 1) ids.push(await attach(prepared.call, silent, index));
    await prepared.stop();
    const server = await startServer({ ...prepared.storage, ...settings });
    const target = { ...prepared, ...server, pid: server.child.pid };
    const logins = Array.from({ length: count }, (_, index) => [
      undefined,
      'POST',
      '/api/v1/auth/kubernetes-auth/login',
      { identityId: ids[index % ids.length], jwt },
    ]);
    try {
      return await measure(target, () => sendAtOnce(target, logins));
    } finally {
      await server.kill();
      silent.stop();
    }
  },
});

export const scenarios = [
  scenario('attack: 100 logins of one identity wait for an API server', 1),
  scenario('attack: 100 logins of as many identities wait for an API server', count),
];
