// Leases and revocations that wait for a database which accepts connections and never responds. Meanwhile another
// client waits as little as during any other attack.
import { Target } from '../leases/target.mjs';
import { measure } from '../measure.mjs';
import { pause, until } from '../processes.mjs';
import { sendAtOnce, startTarget } from '../target.mjs';

const count = 100;
/** Longer than the shortest life of a lease, with the time after which a connection is given up. */
const revokedMs = 150_000;

const leaseAtOnce = (server, place) =>
  sendAtOnce(
    server,
    Array.from({ length: count }, () => [
      server.token,
      'POST',
      '/api/v1/dynamic-secrets/leases',
      { ...place, dynamicSecretName: 'db' },
    ]),
  );

const leases = (server, place) => () => leaseAtOnce(server, place);

/** Leases that are due once nothing responds any more; ends when each has failed to be revoked. */
const revocations = async (server, place, projectId) => {
  await leaseAtOnce(server, place);
  const path = `/api/v1/projects/${projectId}/leases?limit=1000`;
  const listed = async () => (await server.call('GET', path)).leases;
  if ((await listed()).length === 0) throw new Error('no leases were made');
  const haveFailed = async () => {
    // Seldom, because the list itself is work for the server.
    await pause(2_000);
    return (await listed()).every(({ status }) => status === 'failed');
  };
  return () => until('failures', haveFailed, revokedMs).then(() => [200]);
};

const scenario = (name, prepare) => ({
  name,
  on: 'sqlite',
  run: async () => {
    const database = await Target.start();
    const server = await startTarget({ ALLOW_HOSTS: '127.0.0.1' });
    try {
      const { project } = await server.call('POST', '/api/v1/projects', { projectName: 'Silent' });
      const place = { projectSlug: project.slug, environmentSlug: 'dev', path: '/' };
      const provider = { type: 'sql-database', inputs: database.inputs };
      await server.call('POST', '/api/v1/dynamic-secrets', { ...place, name: 'db', defaultTTL: '1m', provider });
      const attack = await prepare(server, place, project.id);
      database.proxy.silence();
      return await measure(server, attack);
    } finally {
      await server.kill();
      await database.close();
    }
  },
});

export const scenarios = [
  scenario('attack: 100 leases wait for a silent database', leases),
  scenario('attack: 100 revocations wait for a silent database', revocations),
];
