import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from './world.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export const run = (command: string, args: string[], environment: Environment): ChildProcess => {
  const { PATH, HOME } = process.env;
  // Whoever runs the tests may be logged in; a test that logs in has a folder of its own. Nothing can be created here.
  const XDG_CONFIG_HOME = '/dev/null';
  return spawn(command, args, { cwd: root, env: { PATH, HOME, XDG_CONFIG_HOME, ...environment }, stdio: 'pipe' });
};

/** Starts the built program. */
export const sallyport = (args: string[], environment: Environment = {}, input?: string): ChildProcess => {
  const child = run(process.execPath, [join('dist', 'sallyport.cjs'), ...args], environment);
  child.stdin!.end(input);
  return child;
};

export const waitForExit = async (child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> => {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, out, err };
};

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has printed to standard error so far. */
  readonly output: () => string;
}

export const serve = (environment: Environment): Promise<Server> =>
  waitForStart(sallyport(['serve'], { PORT: '0', DRAIN_DELAY_MS: '0', ...environment }));

export const waitForStart = async (child: ChildProcess): Promise<Server> => {
  let output = '';
  child.stdout!.resume();
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /(?:Listening on|Sallyport is at)\s+(https?:\/\/[^\s/]+)[\s/]/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(output)));
  });
  return { child, url, output: () => output };
};

export const waitFor = async (server: Server, pattern: RegExp): Promise<RegExpExecArray> => {
  for (;;) {
    const match = pattern.exec(server.output());
    if (match) return match;
    await once(server.child.stderr!, 'data');
  }
};

/** The bootstrap command that a new server prints. */
export const bootstrapCommandOf = async (server: Server): Promise<string> =>
  (await waitFor(server, /^ {2}(\S.* bootstrap .*)$/m))[1]!;
