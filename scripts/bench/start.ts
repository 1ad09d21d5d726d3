// `npm run bench:start`: the size of each form of the built program, the time from its start on an existing database
// until it is ready and has returned a first secret, its memory at rest, and what `sallyport --version` takes. Forms
// alternate; figures are medians. `npm run bench:start -- 7 before/sallyport.cjs` measures another build beside them.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const [countArgument, ...otherPrograms] = process.argv.slice(2);
const rounds = Number(countArgument ?? 7);
const idleMs = 20_000;
const dist = join(import.meta.dirname, '..', '..', 'dist');
const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));

interface Form {
  readonly name: string;
  readonly files: readonly string[];
  readonly command: string;
  readonly args: readonly string[];
}

const programForm = (name: string, program: string): Form => ({
  name,
  files: [program, join(dirname(program), 'better_sqlite3.node')],
  command: process.execPath,
  args: [program],
});

const executable = join(dist, 'sallyport');
const forms: readonly Form[] = [
  programForm('node dist/sallyport.cjs', join(dist, 'sallyport.cjs')),
  { name: 'dist/sallyport', files: [executable], command: executable, args: [] },
  ...otherPrograms.map((program) => programForm(`node ${program}`, program)),
];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

interface Started {
  readonly program: ChildProcess;
  readonly url: string;
  /** The time of the start, from performance.now(). */
  readonly at: number;
}

const start = async ({ command, args }: Form): Promise<Started> => {
  const at = performance.now();
  const program = spawn(command, [...args, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    program.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /(?:Listening on|Sallyport is at)\s+(https?:\/\/[^\s/]+)[\s/]/.exec(output)?.[1];
      if (found) resolve(found);
    });
    program.once('exit', () => reject(new Error(output)));
  });
  return { program, url, at };
};

const stop = async (program: ChildProcess): Promise<void> => {
  program.kill();
  await once(program, 'exit');
};

const call = async (url: string, path: string, token: string, body?: object): Promise<any> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(
    url + path,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  const parsed: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(parsed)}`);
  return parsed;
};

/** A database with a secret, and the request that reads it. */
const seed = async (): Promise<{ token: string; path: string }> => {
  const { program, url } = await start(forms[0]!);
  const setup = await call(url, '/api/v1/admin/bootstrap', '', {
    email: 'bench@example.com',
    password: 'for benchmarks only',
    organization: 'Bench',
  });
  const token: string = setup.identity.credentials.token;
  const { project } = await call(url, '/api/v1/projects', token, { projectName: 'Bench' });
  await call(url, '/api/v4/secrets/NAME', token, { projectId: project.id, environment: 'dev', secretValue: 'stored' });
  await stop(program);
  return { token, path: `/api/v4/secrets/NAME?projectId=${project.id}&environment=dev` };
};

const residentMiB = ({ pid }: ChildProcess): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** The processor time used so far, which does not depend on other programs; only on Linux. */
const processorMs = ({ pid }: ChildProcess): number => {
  if (process.platform !== 'linux') return NaN;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13).map(Number);
  return (user! + system!) * 10;
};

/** The processor time of a short command, as the shell that ran it counts it. */
const commandMs = ({ command, args }: Form): number => {
  const printed = execFileSync('sh', ['-c', '"$@" > /dev/null; times', 'sh', command, ...args, '--version'], {
    encoding: 'utf8',
  });
  const [user, system] = printed.trim().split('\n')[1]!.split(' ') as [string, string];
  const msOf = (time: string): number => {
    const [minutes, seconds] = time.split(/[ms]/) as [string, string];
    return (Number(minutes) * 60 + Number(seconds)) * 1000;
  };
  return msOf(user) + msOf(system);
};

interface Figures {
  readonly listening: number;
  readonly ready: number;
  readonly processor: number;
  readonly firstRead: number;
  readonly resident: number;
  readonly command: number;
}

const measure = async (form: Form, token: string, path: string): Promise<Figures> => {
  const { program, url, at } = await start(form);
  const listening = performance.now() - at;
  while ((await fetch(`${url}/readyz`)).status !== 200) await pause(10);
  const ready = performance.now() - at;
  const processor = processorMs(program);
  const { secret } = await call(url, path, token);
  const firstRead = performance.now() - at;
  if (secret.secretValue !== 'stored') throw new Error('unexpected secret value');
  await pause(idleMs);
  const resident = residentMiB(program);
  await stop(program);
  return { listening, ready, processor, firstRead, resident, command: commandMs(form) };
};

try {
  const { token, path } = await seed();
  const all = new Map<Form, Figures[]>(forms.map((form) => [form, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const form of forms) all.get(form)!.push(await measure(form, token, path));
  console.table(
    Object.fromEntries(
      forms.map((form) => {
        const of = (figure: keyof Figures): number => median(all.get(form)!.map((figures) => figures[figure]));
        const size = form.files.reduce((sum, file) => sum + statSync(file).size, 0) / 2 ** 20;
        const seconds = (figure: keyof Figures): string => (of(figure) / 1000).toFixed(2);
        const row = {
          'size MiB': size.toFixed(1),
          'listening s': seconds('listening'),
          'ready s': seconds('ready'),
          'processor until ready s': seconds('processor'),
          'first read s': seconds('firstRead'),
          'idle MiB': of('resident').toFixed(0),
          '--version processor s': seconds('command'),
        };
        return [form.name, row];
      }),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
