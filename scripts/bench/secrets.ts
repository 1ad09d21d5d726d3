// `npm run bench:secrets`: reading secrets over HTTP from the built server on SQLite, with 100 and with 10,000 of them stored.
// The two sizes take turns, so that what else the machine does falls on both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const seconds = Number(process.argv[2] ?? 4);
const rounds = 3;
const connections = 10;
const sizes = [100, 10_000] as const;
const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
const program = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'dist', 'sallyport.cjs'), 'serve'], {
  env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'inherit', 'pipe'],
});
const url = await new Promise<string>((resolve) => {
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const found = /Sallyport is at (\S+) /.exec(said)?.[1];
    if (found) resolve(found);
  });
});
while ((await fetch(`${url}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 1000));

const call = async (method: string, path: string, token: string, body?: object): Promise<any> => {
  const response = await fetch(url + path, { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
  const answer: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
};

const setup = await call('POST', '/api/v1/admin/bootstrap', '', { email: 'bench@example.com', password: 'only for the benchmark', organization: 'Bench' });
const token: string = setup.identity.credentials.token;
const headers = { Authorization: `Bearer ${token}` };

const nameOf = (index: number): string => `SECRET_${String(index).padStart(5, '0')}`;

/** A project with that many secrets in dev, and as many in a folder of prod that dev imports; every tenth refers to another one. */
const seed = async (count: number): Promise<string> => {
  const { project } = await call('POST', '/api/v1/projects', token, { projectName: `With ${count}` });
  const [dev, prod] = project.environments.map(({ slug }: { slug: string }) => slug) as [string, string];
  await call('POST', '/api/v2/folders', token, { projectId: project.id, environment: prod, name: 'shared' });
  const places = [{ environment: dev, secretPath: '/' }, { environment: prod, secretPath: '/shared' }];
  for (const place of places) {
    for (let first = 0; first < count; first += 1000) {
      const secrets = Array.from({ length: Math.min(1000, count - first) }, (_, at) => {
        const index = first + at;
        const secretValue = index % 10 === 0 ? `\${${nameOf(index + 1)}} and \${${prod}.shared.${nameOf(index + 2)}}` : `a value of some length, number ${index}`;
        return { secretKey: nameOf(index), secretValue };
      });
      await call('POST', '/api/v4/secrets/batch', token, { projectId: project.id, ...place, secrets });
    }
  }
  await call('POST', '/api/v2/secret-imports', token, { projectId: project.id, environment: dev, path: '/', import: { environment: prod, path: '/shared' } });
  return `projectId=${project.id}&environment=${dev}`;
};

const projects = new Map<number, string>();
for (const size of sizes) projects.set(size, await seed(size));

const plain = 'includeImports=false&expandSecretReferences=false';
const scenarios: readonly { name: string; path: (project: string) => string; isConditional?: true }[] = [
  { name: 'get by name', path: (project) => `/api/v4/secrets/${nameOf(57)}?${project}&${plain}` },
  { name: 'get by name, references replaced', path: (project) => `/api/v4/secrets/${nameOf(50)}?${project}` },
  { name: 'list', path: (project) => `/api/v4/secrets?${project}&${plain}` },
  { name: 'list, unchanged (304)', path: (project) => `/api/v4/secrets?${project}&${plain}`, isConditional: true },
  { name: 'recursive list, imports, references', path: (project) => `/api/v4/secrets?${project}&recursive=true` },
];

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** As many requests as fit into the time, at the pace of one after the other, and at least one for each connection: long lists take longer than the round. */
const measure = async (path: string, isConditional: boolean): Promise<Figures> => {
  const etag = (await fetch(url + path, { headers })).headers.get('etag')!;
  const asked = performance.now();
  await (await fetch(url + path, { headers })).text();
  const started = performance.now();
  const amount = Math.max(connections, Math.ceil((seconds * 1000) / (started - asked)));
  const result = await autocannon({ url: url + path, connections, amount, timeout: 60, headers: { ...headers, ...(isConditional && { 'if-none-match': etag }) } });
  const took = (performance.now() - started) / 1000;
  const expected = isConditional ? result['3xx'] : result['2xx'];
  if (expected !== amount || result.errors > 0) throw new Error(`${expected} of ${amount} answers as expected, ${result.errors} errors: ${path}`);
  return { perSecond: amount / took, p50: result.latency.p50, p99: result.latency.p99 };
};

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

console.log(`reading secrets, ${connections} connections, ${rounds} rounds of about ${seconds} s each, medians\n`);
console.log(`${'scenario'.padEnd(38)} ${'stored'.padStart(7)} ${'req/s'.padStart(9)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)}`);
for (const { name, path, isConditional = false } of scenarios) {
  const found = new Map<number, Figures[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const size of sizes) found.get(size)!.push(await measure(path(projects.get(size)!), isConditional));
  }
  for (const size of sizes) {
    const of = (figure: keyof Figures): number => median(found.get(size)!.map((one) => one[figure]));
    console.log(`${name.padEnd(38)} ${String(size).padStart(7)} ${of('perSecond').toFixed(1).padStart(9)} ${of('p50').toFixed(1).padStart(8)} ${of('p99').toFixed(1).padStart(8)}`);
  }
  const [few, many] = sizes.map((size) => 1 / median(found.get(size)!.map(({ perSecond }) => perSecond))) as [number, number];
  console.log(`${''.padEnd(38)} a request takes ${(many / few).toFixed(1)} times as long with 100 times as many stored\n`);
}

program.kill('SIGTERM');
await once(program, 'exit');
rmSync(folder, { recursive: true, force: true });
