// A built server with a project, and everything that it says.
import { newFolder, startServer } from '../faults/processes.mjs';
import { callerOf } from '../live-server.mjs';

export const startSite = async () => {
  const settings = { DATA_DIR: newFolder(), ALLOW_HOSTS: '127.0.0.1', LOG_LEVEL: 'debug' };
  const { url, logged, output, stop } = await startServer(settings);
  const { identity } = await callerOf(url)('POST', '/api/v1/admin/bootstrap', {
    email: 'targets@example.com',
    password: 'for target tests only',
    organization: 'Targets',
  });
  const { token } = identity.credentials;
  const call = callerOf(url, token);
  const { project } = await call('POST', '/api/v1/projects', { projectName: 'Targets', slug: 'targets' });
  let errors = '';
  return {
    projectId: project.id,
    /** Calls the server; returns the status and the body. */
    send: async (method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) errors += text;
      return { status: response.status, body: JSON.parse(text) };
    },
    logged: () => `${output()}${logged()}`,
    errors: () => errors,
    auditLog: async () =>
      JSON.stringify(await call('GET', `/api/v1/organization/audit-logs?projectId=${project.id}&limit=1000`)),
    stop,
  };
};
