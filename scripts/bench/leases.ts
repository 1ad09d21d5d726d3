// `npm run bench:leases [-- leases a second]`: a minute of leases of a PostgreSQL, of which each is revoked a minute later, on
// one node with a PostgreSQL of its own; both servers are on this machine. Meanwhile another client reads a secret.
import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import { password, Postgres, user } from '../faults/postgres.mjs';
import { closeDeployments, deployments } from './deployments.ts';
import { loadResultOf } from './load-result.ts';
import { pause } from './processes.ts';
import { addSecrets, bootstrap, newProject, secretName } from './seed.ts';

const perSecond = Number(process.argv[2] ?? 50);
const seconds = 60;
const worstReadMs = 250;
/** How late the last lease may be revoked. */
const latenessSeconds = 30;

const target = await Postgres.create();
await target.start();
await target.query('create role leased');
const users = async (): Promise<number> => {
  const [row] = await target.query(
    `select count(*)::int as count from pg_auth_members a join pg_roles g on g.oid = a.roleid where g.rolname = 'leased'`,
  );
  return row!.count as number;
};

const {
  nodes: [server],
} = await deployments['PostgreSQL, one node']();
const token = await bootstrap(server);
const project = await newProject(server, token, 'Bench');
const place = { projectSlug: project.slug, environmentSlug: 'dev', path: '/' };
await addSecrets(server, token, { projectId: project.id, environment: 'dev', secretPath: '/' }, 1);
await server.call('POST', '/api/v1/dynamic-secrets', token, {
  ...place,
  name: 'db',
  defaultTTL: '1m',
  provider: {
    type: 'sql-database',
    inputs: {
      ...{ client: 'postgres', host: '127.0.0.1', port: target.port, database: 'postgres', username: user, password },
      creationStatement: `CREATE ROLE "{{username}}" LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}' IN ROLE leased;`,
      revocationStatement: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{{username}}';
REASSIGN OWNED BY "{{username}}" TO leased; DROP OWNED BY "{{username}}"; DROP ROLE IF EXISTS "{{username}}";`,
    },
  },
});
await server.ready();

const read = (duration: number) =>
  autocannon({
    url: `${server.url}/api/v4/secrets/${secretName(0)}?projectId=${project.id}&environment=dev`,
    connections: 2,
    overallRate: 50,
    duration,
    headers: { Authorization: `Bearer ${token}` },
  });

const waits: number[] = [];
const refusals = new Map<string, number>();
const lease = async (): Promise<void> => {
  const started = performance.now();
  try {
    await server.call('POST', '/api/v1/dynamic-secrets/leases', token, { ...place, dynamicSecretName: 'db' });
    waits.push(performance.now() - started);
  } catch (error) {
    const { message } = error as Error;
    refusals.set(message, (refusals.get(message) ?? 0) + 1);
  }
};

/** Sends a request at its time, whether or not earlier ones have been answered. */
const leaseSteadily = async (amount: number): Promise<void> => {
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (let index = 0; index < amount; index += 1) {
    await pause(Math.max(0, started + (index * 1000) / perSecond - performance.now()));
    sent.push(lease());
  }
  await Promise.all(sent);
};

await leaseSteadily(perSecond * 2);
waits.length = 0;
const quiet = await read(5);
const usageBefore = (await server.usage()).processorMicroseconds;
const started = performance.now();
const reading = read(seconds * 2);
await leaseSteadily(perSecond * seconds);
const lastEnd = performance.now() + 60_000;
const made = loadResultOf(waits, performance.now() - started);
while ((await users()) > 0 && performance.now() < lastEnd + latenessSeconds * 1000) await pause(250);
const left = await users();
const lateMs = performance.now() - lastEnd;
const busy = await reading;
const usage = (await server.usage()).processorMicroseconds - usageBefore;

const resultText = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
const refused = [...refusals.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `load average at the end: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
);
console.log(
  `${made.count} leases, ${made.perSecond.toFixed(1)} a second: p50 ${made.p50.toFixed(0)} ms, p99 ${made.p99.toFixed(0)} ms, worst ${made.worst.toFixed(0)} ms; ${refused} refused (none: ${resultText(refused === 0)})`,
);
for (const [message, count] of refusals) console.log(`  ${count} times ${message}`);
console.log(
  `${left} users left, the last revoked ${(lateMs / 1000).toFixed(1)} s after its end (at most ${latenessSeconds} s: ${resultText(left === 0)})`,
);
console.log(
  `${(usage / made.count / 1000).toFixed(1)} ms of processor time of the server for each lease, with its revocation`,
);
for (const [name, { latency }] of [
  ['before', quiet],
  ['meanwhile', busy],
] as const)
  console.log(`read ${name}: p50 ${latency.p50} ms, p99 ${latency.p99} ms, worst ${latency.max} ms`);
console.log(`worst read below ${worstReadMs} ms: ${resultText(busy.latency.max < worstReadMs)}`);
if (refused > 0 || left > 0 || busy.latency.max >= worstReadMs) process.exitCode = 1;
await server.stop();
await target.stop('immediate');
await closeDeployments();
