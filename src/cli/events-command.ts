import { spawn, type ChildProcess } from 'node:child_process';
import type { ProjectEvent } from './events-stream.ts';

/** The reason for a run of the command; also `reconnect`, because events may have been missed meanwhile. */
export type Change = Pick<ProjectEvent, 'environment' | 'path' | 'keys'> & {
  readonly kind: ProjectEvent['kind'] | 'reconnect';
};

/** How long a command may take to end after SIGTERM. */
const graceMs = 5_000;

/** Linux limits an environment variable to 128 KiB. */
const maxLength = 100_000;

/** Joins the distinct values with line breaks, which no name contains; empty if they are too long. */
const lines = (values: readonly string[]): string => {
  const text = [...new Set(values)].filter((value) => value !== '').join('\n');
  return Buffer.byteLength(text) <= maxLength ? text : '';
};

const variablesOf = (changes: readonly Change[]) => ({
  SALLYPORT_EVENT: lines(changes.map(({ kind }) => kind)),
  SALLYPORT_ENVIRONMENT: lines(changes.map(({ environment }) => environment)),
  SALLYPORT_SECRET_PATH: lines(changes.map(({ path }) => path)),
  SALLYPORT_SECRET_KEYS: lines(changes.flatMap(({ keys }) => keys)),
});

/** Runs a command on changes, one run at a time; changes that arrive meanwhile share the next run. */
export class CommandRunner {
  readonly #command: readonly string[];
  readonly #print: (line: string) => void;
  #waiting: Change[] = [];
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #stopCount = 0;

  constructor(command: readonly string[], print: (line: string) => void) {
    this.#command = command;
    this.#print = print;
  }

  run(change: Change): void {
    if (this.#command.length === 0 || this.#stopCount > 0) return;
    this.#waiting.push(change);
    this.#running ??= this.#runAll();
  }

  /** Resolves when no command is running or waiting. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Terminates the running command and its children; kills them on the second call, or if they do not end in time. */
  stop(): void {
    this.#waiting = [];
    this.#signal(this.#stopCount++ === 0 ? 'SIGTERM' : 'SIGKILL');
    if (this.#child) setTimeout(() => this.#signal('SIGKILL'), graceMs).unref();
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runOnce(this.#waiting.splice(0));
    this.#running = undefined;
  }

  #runOnce(changes: readonly Change[]): Promise<void> {
    const [program, ...args] = this.#command as [string, ...string[]];
    return new Promise((resolve) => {
      // In its own process group, so that its children can be terminated with it.
      const child = spawn(program, args, {
        env: { ...process.env, ...variablesOf(changes) },
        stdio: ['ignore', 'inherit', 'inherit'],
        detached: true,
      });
      const finish = (problem: string | undefined): void => {
        this.#child = undefined;
        if (problem !== undefined && this.#stopCount === 0) this.#print(problem);
        resolve();
      };
      this.#child = child;
      child.once('error', ({ message }) => finish(`The command could not be started: ${message}`));
      child.once('exit', (code, signal) =>
        finish(code === 0 ? undefined : `The command failed (${signal ?? `exit ${code}`}).`),
      );
    });
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child?.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // It has just ended by itself.
    }
  }
}
