// `npm run bench:requests`: the cost of permission checks in a request, over HTTP, on SQLite. A caller with 5 roles and
// 20 privileges of 10 rules each alternates with a caller with one role, one request at a time.
import { answeredOf } from './answered.ts';
import { bootstrap, letInAs, letInWithMuch, newCaller, newProject, type Caller } from './seed.ts';
import { stands } from './stands.ts';

const times = 3000;
const {
  nodes: [server],
} = await stands.SQLite();
const admin = await bootstrap(server);
const project = await newProject(server, admin, 'Bench');
const plain = await newCaller(server, admin, 'one role');
const heavy = await newCaller(server, admin, '5 roles and 20 privileges');
await letInAs(server, admin, project.id, plain, 'viewer');
await letInWithMuch(server, admin, project.id, heavy);
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

const [less, more] = [answeredOf(found.plain, 1), answeredOf(found.heavy, 1)];
console.log(`reading an environment, one request at a time, ${times} each, interleaved\n`);
for (const [name, { p50, p99 }] of [
  ['one role', less],
  ['5 roles and 20 privileges of 10 rules each', more],
] as const) {
  console.log(`${name}: median ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`);
}
console.log(`added by the permission check: ${(more.p50 - less.p50).toFixed(3)} ms at the median`);
await server.stop();
