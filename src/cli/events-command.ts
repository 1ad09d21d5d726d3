import { spawn, type ChildProcess } from 'node:child_process';
import type { ProjectEvent } from './events-stream.ts';

/** What a run is about. That the stream was interrupted is a reason as well: nobody knows what happened meanwhile. */
export type Change = Pick<ProjectEvent, 'environment' | 'path' | 'keys'> & {
  readonly kind: ProjectEvent['kind'] | 'reconnect';
};

/** How long a command may take to end when it is asked to. */
const graceMs = 5_000;

/** Systems limit a variable to 128 KiB. */
const maxLength = 100_000;

/** Each once, one a line, for only line breaks are in no name; nothing if they are too many. */
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

/** Runs a command on changes: one run at a time, and one more for all that came meanwhile. */
export class CommandRunner {
  readonly #command: readonly string[];
  readonly #tell: (line: string) => void;
  #waiting: Change[] = [];
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #stopsAsked = 0;

  constructor(command: readonly string[], tell: (line: string) => void) {
    this.#command = command;
    this.#tell = tell;
  }

  run(change: Change): void {
    if (this.#command.length === 0 || this.#stopsAsked > 0) return;
    this.#waiting.push(change);
    this.#running ??= this.#runAll();
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Asks what runs to end, and what it started with it; asked again, or not heard, it ends them. */
  stop(): void {
    this.#waiting = [];
    this.#signal(this.#stopsAsked++ === 0 ? 'SIGTERM' : 'SIGKILL');
    if (this.#child) setTimeout(() => this.#signal('SIGKILL'), graceMs).unref();
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runOnce(this.#waiting.splice(0));
    this.#running = undefined;
  }

  #runOnce(changes: readonly Change[]): Promise<void> {
    const [program, ...args] = this.#command as [string, ...string[]];
    return new Promise((resolve) => {
      // A process group of its own, so that what the command starts can be ended with it.
      const child = spawn(program, args, {
        env: { ...process.env, ...variablesOf(changes) },
        stdio: ['ignore', 'inherit', 'inherit'],
        detached: true,
      });
      const over = (trouble: string | undefined): void => {
        this.#child = undefined;
        if (trouble !== undefined && this.#stopsAsked === 0) this.#tell(trouble);
        resolve();
      };
      this.#child = child;
      child.once('error', ({ message }) => over(`The command could not be run: ${message}`));
      child.once('exit', (code, signal) =>
        over(code === 0 ? undefined : `The command failed (${signal ?? `exit ${code}`}).`),
      );
    });
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child?.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // It ended by itself at this very moment.
    }
  }
}
