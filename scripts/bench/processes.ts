import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Usage {
  readonly processorMicroseconds: number;
  readonly residentMiB: number;
  /** The peak since the start. */
  readonly peakMiB: number;
}

/** A child process that reports its resource usage. */
export interface Measured {
  readonly url: string;
  readonly startedAt: number;
  command<T>(name: 'usage' | 'startProfile' | 'stopProfile'): Promise<T>;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const folders: string[] = [];
const children = new Set<ChildProcess>();

/** An empty folder that is removed when the benchmark ends. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  folders.push(folder);
  return folder;
};

/** Kills the process when the benchmark ends. */
export const killOnExit = (child: ChildProcess): ChildProcess => {
  children.add(child);
  return child.once('exit', () => children.delete(child));
};

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** The reply to a message; throws if the process ends instead. */
export const exchange = async <T>(child: ChildProcess, message: string | object): Promise<T> => {
  const waiting = new AbortController();
  const replied = once(child, 'message', waiting) as Promise<[T]>;
  const ended = once(child, 'exit', waiting).then(() => {
    throw new Error(`a process ended instead of replying to ${JSON.stringify(message).slice(0, 100)}`);
  });
  child.send(message);
  try {
    const [reply] = await Promise.race([replied, ended]);
    return reply;
  } finally {
    ended.catch(() => undefined);
    waiting.abort();
  }
};

const probe = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;

/** Starts a Node program that prints its URL to standard error; its log goes to a file, as in production. */
export const startMeasured = async (
  node: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Measured> => {
  const log = openSync(join(newFolder(), 'log'), 'w');
  const startedAt = performance.now();
  const child = killOnExit(
    spawn(node, ['--import', probe, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', log, 'pipe', 'ipc'],
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = / is at\s+(https?:\/\/[^\s/]+)[\s/]/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the process did not start: ${output}`)));
  });
  const command = async <T>(name: string): Promise<T> => (await exchange<{ result: T }>(child, name)).result;
  return {
    url,
    startedAt,
    command,
    usage: () => command<Usage>('usage'),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The total resource usage of the processes. */
export const usageOf = async (processes: readonly Pick<Measured, 'usage'>[]): Promise<Usage> => {
  const all = await Promise.all(processes.map((one) => one.usage()));
  const sum = (figure: keyof Usage): number => all.reduce((total, one) => total + one[figure], 0);
  return {
    processorMicroseconds: sum('processorMicroseconds'),
    residentMiB: sum('residentMiB'),
    peakMiB: sum('peakMiB'),
  };
};

/** Waits until the processes have finished work of the last measurement: garbage collection, closed streams, audit entries. */
export const waitUntilIdle = async (processes: readonly Pick<Measured, 'usage'>[]): Promise<void> => {
  const [step, most] = [100, 100];
  let before = (await usageOf(processes)).processorMicroseconds;
  for (let tries = 0; tries < most; tries += 1) {
    await pause(step);
    const after = (await usageOf(processes)).processorMicroseconds;
    if (after - before < step * 1000 * 0.2) return;
    before = after;
  }
};
