// `npm run bench:requests`: the cost of permission checks in a request, over HTTP, on SQLite. A caller with 5 roles and
// 20 privileges of 10 rules each alternates with a caller with one role, one request at a time.
import { loadResultOf } from './load-result.ts';
import { bootstrap, addMember, addMemberWithManyRules, newCaller, newProject, type Caller } from './seed.ts';
import { deployments } from './deployments.ts';

const times = 3000;
const {
  nodes: [server],
} = await deployments.SQLite();
const admin = await bootstrap(server);
const project = await newProject(server, admin, 'Bench');
const plain = await newCaller(server, admin, 'one role');
const heavy = await newCaller(server, admin, '5 roles and 20 privileges');
await addMember(server, admin, project.id, plain, 'viewer');
await addMemberWithManyRules(server, admin, project.id, heavy);
await server.ready();

const path = `/api/v1/projects/${project.id}/environments/${project.stagingId}`;

const milliseconds = async ({ token }: Caller): Promise<number> => {
  const started = performance.now();
  await server.call('GET', path, token);
  return performance.now() - started;
};

const found = { plain: [] as number[], heavy: [] as number[] };
for (let index = 0; index < 500; index += 1) await milliseconds(index % 2 ? plain : heavy);
for (let index = 0; index < times; index += 1) {
  found.plain.push(await milliseconds(plain));
  found.heavy.push(await milliseconds(heavy));
}

const [less, more] = [loadResultOf(found.plain, 1), loadResultOf(found.heavy, 1)];
console.log(`reading an environment, one request at a time, ${times} each, interleaved\n`);
for (const [name, { p50, p99 }] of [
  ['one role', less],
  ['5 roles and 20 privileges of 10 rules each', more],
] as const) {
  console.log(`${name}: median ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`);
}
console.log(`added by the permission check: ${(more.p50 - less.p50).toFixed(3)} ms at the median`);
await server.stop();
