// A server to attack, with a project that is not attacked, whose secret the other client reads.
import { callerOf, Connection } from './connection.mjs';
import { bootstrap, newMachine, newToken } from './organization.mjs';
import { startServer } from './processes.mjs';
import { untilReady } from './ready.mjs';
import { sqliteStorage } from './storage.mjs';

export const newProject = async (call, name) =>
  (await call('POST', '/api/v1/projects', { projectName: name })).project.id;

export const addSecrets = async (call, folder, secrets) => {
  for (let first = 0; first < secrets.length; first += 500)
    await call('POST', '/api/v4/secrets/batch', { ...folder, secrets: secrets.slice(first, first + 500) });
};

/** A machine identity with a token, as a member of the project. */
export const newMember = async (call, projectId, name, role = 'viewer') => {
  const { id } = await newMachine(call, name);
  await call('POST', `/api/v1/projects/${projectId}/memberships/identities/${id}`, { role });
  return { id, token: await newToken(call, id) };
};

export const grant = (call, projectId, identityId, permissions) =>
  call('POST', '/api/v2/identity-project-additional-privilege', {
    identityId,
    projectId,
    permissions,
    type: { isTemporary: false },
  });

export const startTarget = async (settings = {}) => {
  const storage = sqliteStorage();
  const server = await startServer({ ...storage, ...settings });
  const { token } = await bootstrap(server.url);
  const call = callerOf(server.url, token);
  const projectId = await newProject(call, 'Somebody else');
  await call('POST', '/api/v4/secrets/OTHER', { projectId, environment: 'dev', secretValue: 'of somebody else' });
  await untilReady([server]);
  return {
    ...server,
    storage,
    pid: server.child.pid,
    token,
    call,
    secretPath: `/api/v4/secrets/OTHER?projectId=${projectId}&environment=dev`,
  };
};

/** Sends requests concurrently, each over its own connection; returns the statuses of the responses. */
export const sendAtOnce = async ({ url }, requests) => {
  const connection = new Connection(requests.length);
  try {
    return await Promise.all(
      requests.map(
        async ([token, method, path, body]) => (await connection.send(url, token, method, path, body)).status,
      ),
    );
  } finally {
    connection.close();
  }
};
