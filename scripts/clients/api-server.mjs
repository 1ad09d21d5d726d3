// What a client needs of a Kubernetes API server to configure logins: it is there, and accepts its reviewer.
import { once } from 'node:events';
import { createServer } from 'node:https';
import { selfSigned } from '../self-signed.mjs';

/** Starts the API server; returns its URL and the certificate of its authority. */
export const startApiServer = async () => {
  const { key, cert } = await selfSigned({ type: 'ip', value: '127.0.0.1' });
  const server = createServer({ key, cert }, (request, response) => {
    const review = { status: { user: {}, error: 'invalid bearer token' } };
    const body = request.url === '/version' ? { major: '1', minor: '34' } : review;
    request.resume();
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `https://127.0.0.1:${server.address().port}`, caCert: cert };
};
