// Starts the built server as a child process, and calls it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './setup.mjs';

export const startServer = async (dataDir, settings = {}) => {
  const server = spawn(process.execPath, [join(root, 'dist', 'sallyport.cjs'), 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /(?:Listening on|Sallyport is at)\s+(https?:\/\/[^\s/]+)[\s/]/.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', () => reject(new Error(`the server did not start: ${said}`)));
  });
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return { url, stop };
};

/** Calls the server with this token; throws unless the status is 200. */
export const callerOf = (url, token) => async (method, path, body) => {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const parsed = await response.json();
  if (response.status !== 200)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(parsed.message)}`);
  return parsed;
};

/** Creates a machine identity with universal auth and a client secret. */
export const newMachine = async (post, name, role) => {
  const { identity } = await post('/api/v1/identities', { name, role });
  const { identityUniversalAuth } = await post(`/api/v1/auth/universal-auth/identities/${identity.id}`, {});
  const { clientSecret } = await post(`/api/v1/auth/universal-auth/identities/${identity.id}/client-secrets`, {});
  return { id: identity.id, clientId: identityUniversalAuth.clientId, clientSecret };
};
