// `npm run bench:requests`: what permission checks add to a request, over HTTP, on SQLite, in one process.
// Somebody with 5 roles and 20 privileges of 10 rules each asks the same as somebody with one role; the two are interleaved.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/main.ts';
import { createLog } from '../../src/platform/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
const server = await startServer(readConfig({ PORT: '0', DATA_DIR: folder }), createLog('silent'));
await server.warm;

const call = async (method: string, path: string, token: string, body?: object): Promise<any> => {
  const response = await fetch(server.url + path, { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
  const answer: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};

const setup = await call('POST', '/api/v1/admin/bootstrap', '', { email: 'bench@example.com', password: 'only for the benchmark', organization: 'Bench' });
const admin: string = setup.identity.credentials.token;
const { project } = await call('POST', '/api/v1/projects', admin, { projectName: 'Bench' });
const rules = (index: number) =>
  Array.from({ length: 10 }, (_, position) => ({ subject: 'secrets', action: ['readValue'], conditions: { environment: `environment-${position}`, secretPath: { $glob: `/service-${index}/**` } } }));

const newCaller = async (name: string): Promise<{ id: string; token: string }> => {
  const { identity } = await call('POST', '/api/v1/identities', admin, { name });
  await call('POST', `/api/v1/auth/token-auth/identities/${identity.id}`, admin, {});
  const { accessToken } = await call('POST', `/api/v1/auth/token-auth/identities/${identity.id}/tokens`, admin, {});
  return { id: identity.id, token: accessToken };
};

const plain = await newCaller('one role');
const heavy = await newCaller('5 roles and 20 privileges');
for (let index = 0; index < 4; index += 1) await call('POST', `/api/v1/projects/${project.id}/roles`, admin, { slug: `role-${index}`, name: `Role ${index}`, permissions: rules(index) });
await call('POST', `/api/v1/projects/${project.id}/memberships/identities/${plain.id}`, admin, { role: 'viewer' });
await call('POST', `/api/v1/projects/${project.id}/memberships/identities/${heavy.id}`, admin, { roles: ['viewer', 'role-0', 'role-1', 'role-2', 'role-3'].map((role) => ({ role })) });
for (let index = 0; index < 20; index += 1) {
  const type = { isTemporary: true, temporaryMode: 'relative', temporaryRange: '1h', temporaryAccessStartTime: new Date().toISOString() };
  await call('POST', '/api/v2/identity-project-additional-privilege', admin, { identityId: heavy.id, projectId: project.id, permissions: rules(index), type });
}

/** Milliseconds of each of these requests, one after another; each caller by its turn. */
const measure = async (times: number): Promise<{ plain: number[]; heavy: number[] }> => {
  const found = { plain: [] as number[], heavy: [] as number[] };
  const path = `/api/v1/projects/${project.id}/environments/${project.environments[0].id}`;
  for (let index = 0; index < times; index += 1) {
    for (const [name, { token }] of [['plain', plain], ['heavy', heavy]] as const) {
      const started = performance.now();
      await call('GET', path, token);
      found[name].push(performance.now() - started);
    }
  }
  return found;
};

const at = (values: number[], share: number): number => values.sort((one, other) => one - other)[Math.floor(values.length * share)]!;

await measure(500);
const { plain: less, heavy: more } = await measure(3000);
console.log('reading an environment, one request at a time, 3,000 each, interleaved\n');
for (const [name, values] of [['one role', less], ['5 roles and 20 privileges of 10 rules each', more]] as const) {
  console.log(`${name}: median ${at(values, 0.5).toFixed(3)} ms, p99 ${at(values, 0.99).toFixed(3)} ms`);
}
console.log(`added by the permission check: ${(at(more, 0.5) - at(less, 0.5)).toFixed(3)} ms at the median`);

await server.stop();
rmSync(folder, { recursive: true, force: true });
