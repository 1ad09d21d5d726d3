// `npm run bench:events [streams]`: many open streams on one built server, on SQLite, with a second process as their readers. What each costs in memory,
// how long one event takes from its commit to the last of them, and what ordinary requests feel of it meanwhile.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const streams = Number(process.argv[2] ?? 10_000);
const events = 20;
const targets = { kibibytes: 30, arrivalMs: 250, p99Ms: 50 };

const openFiles = Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
if (openFiles < streams + 200) {
  console.error(`Only ${openFiles} files may be open here, and ${streams} streams need ${streams + 200}: run \`ulimit -n ${streams + 200}\` first, or ask for fewer.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
const program = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'dist', 'sallyport.cjs'), 'serve'], {
  env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', EVENT_STREAM_LIMIT: String(streams) },
  stdio: ['ignore', 'ignore', 'pipe'],
});
process.once('exit', () => program.kill('SIGKILL'));
const url = await new Promise<string>((resolve) => {
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const found = /Sallyport is at (\S+) /.exec(said)?.[1];
    if (found) resolve(found);
  });
});
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
while ((await fetch(`${url}/readyz`)).status !== 200) await pause(1000);

const call = async (method: string, path: string, token: string, body?: object): Promise<any> => {
  const response = await fetch(url + path, { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
  const answer: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};
const setup = await call('POST', '/api/v1/admin/bootstrap', '', { email: 'bench@example.com', password: 'only for the benchmark', organization: 'Bench' });
const token: string = setup.identity.credentials.token;
const { project } = await call('POST', '/api/v1/projects', token, { projectName: 'Bench' });
const place = { projectId: project.id as string, environment: 'dev' };
await call('POST', '/api/v4/secrets/TOLD', token, { ...place, secretValue: '0' });
const read = `${url}/api/v4/secrets/TOLD?projectId=${project.id}&environment=dev`;

const requests = async (seconds: number) => await autocannon({ url: read, connections: 4, overallRate: 200, duration: seconds, headers: { Authorization: `Bearer ${token}` } });
const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))![1]);
/** Memory after the rubbish of requests had time to go. */
const settled = async (): Promise<number> => {
  let [least, before] = [Infinity, Infinity];
  for (let round = 0; round < 5 || least < before; round += 1) {
    before = least;
    await pause(1000);
    least = Math.min(least, resident());
  }
  return least;
};

// Warm, so that what the first requests load is not counted as the streams'.
await requests(5);
const before = await settled();

const clients = fork(join(import.meta.dirname, 'stream-clients.ts'), { execArgv: ['--import', 'tsx'] });
process.once('exit', () => clients.kill('SIGKILL'));
type Said = { opened?: number; arrivedAt?: number; ended?: number; failed?: string };
const heard = (field: keyof Said): Promise<Said> =>
  new Promise((resolve, reject) => {
    const listener = (said: Said): void => {
      if (said.failed !== undefined || said.ended !== undefined) reject(new Error(said.failed ?? `${said.ended} streams ended`));
      if (said[field] === undefined) return;
      clients.off('message', listener);
      resolve(said);
    };
    clients.on('message', listener);
  });
const opened = heard('opened');
const startedAt = Date.now();
clients.send({ url, token, projectId: project.id, count: streams });
await opened;
console.log(`${streams} streams were opened in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
const after = await settled();

const quiet = await requests(5);
/** Events one after the other: how long each took to reach the last stream after the answer to its write, in order of length. */
const tell = async (count: number): Promise<number[]> => {
  const arrivals: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const arrived = heard('arrivedAt');
    await call('PATCH', '/api/v4/secrets/TOLD', token, { ...place, secretValue: String(number) });
    const committedAt = Date.now();
    arrivals.push((await arrived).arrivedAt! - committedAt);
    await pause(250);
  }
  return arrivals.sort((one, other) => one - other);
};
/** Of the server, in ticks of 10 ms: this does not depend on what else the machine does. */
const processorMs = (): number => {
  const fields = readFileSync(`/proc/${program.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};
const processorBefore = processorMs();
const alone = await tell(events);
const processorEach = (processorMs() - processorBefore) / events;
const pressed = requests(20);
const arrivals = await tell(events);
const busy = await pressed;

const verdict = (holds: boolean): string => (holds ? 'holds' : 'MISSED');
const each = (after - before) / streams;
console.log(`load of the machine at the end: ${loadavg().map((load) => load.toFixed(1)).join(' ')}\n`);
console.log(`memory           ${(before / 1024).toFixed(0)} MiB before, ${(after / 1024).toFixed(0)} MiB with streams: ${each.toFixed(1)} KiB each (at most ${targets.kibibytes}: ${verdict(each <= targets.kibibytes)})`);
for (const [name, times] of [['alone', alone], ['while others read', arrivals]] as const) {
  const [median, worst] = [times[times.length >> 1]!, times.at(-1)!];
  console.log(`one event to all, ${name}: median ${median} ms, worst of ${times.length} ${worst} ms after its commit (at most ${targets.arrivalMs}: ${verdict(median <= targets.arrivalMs)}, worst ${verdict(worst <= targets.arrivalMs)})`);
}
console.log(`                 ${processorEach.toFixed(0)} ms of the server's processor time each`);
for (const [name, { latency, requests: { average } }] of [['without events', quiet], ['while events go out', busy]] as const) {
  console.log(`a read, ${name.padEnd(20)} ${average.toFixed(0)} a second, p50 ${latency.p50} ms, p99 ${latency.p99} ms (p99 under ${targets.p99Ms}: ${verdict(latency.p99 < targets.p99Ms)})`);
}

clients.kill('SIGKILL');
program.kill('SIGTERM');
await once(program, 'exit');
rmSync(folder, { recursive: true, force: true });
