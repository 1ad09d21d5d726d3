import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { note } from '../terminal.ts';
import type { Variables } from './variables.ts';

/** How long a program may take to end before it is started again. */
const graceMs = 10_000;

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
type Forwarded = (typeof forwarded)[number];

/** A terminal sends these to all its processes by itself, and a second one would hurry a program that is ending. */
const isSentByTerminal = (signal: Forwarded): boolean =>
  process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT');

/** As shells do it. */
const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal ? constants.signals[signal] : 0);

const failures: Readonly<Record<string, readonly [code: number, message: string]>> = {
  ENOENT: [127, 'There is no such program.'],
  EACCES: [126, 'It is not a program, or you may not run it.'],
  E2BIG: [126, 'The values of the secrets are too long for the environment of a program on this system.'],
};

/** A program with variables in its environment, which can be started again with others. */
export class Program {
  readonly #command: readonly [string, ...string[]];
  readonly #hasOwnGroup: boolean;
  #child: ChildProcess | undefined;
  #isRestarting = false;
  /** The signal after which it is not started any more. */
  #endedBy: Forwarded | undefined;
  #end!: (code: number) => void;
  /** The exit code, once the program has ended by itself or by a signal. */
  readonly ended = new Promise<number>((resolve) => (this.#end = resolve));

  /**
   * With a process group of its own, what the program starts ends with it; without, it can use the terminal as if it had
   * been started there.
   */
  constructor(command: readonly [string, ...string[]], { hasOwnGroup }: { hasOwnGroup: boolean }) {
    this.#command = command;
    this.#hasOwnGroup = hasOwnGroup;
    for (const signal of forwarded)
      process.on(signal, () => {
        if (signal !== 'SIGUSR1' && signal !== 'SIGUSR2') this.#endedBy ??= signal;
        if (!isSentByTerminal(signal)) this.#send(signal);
      });
  }

  /** Starts the program, unless a signal has ended it before. */
  start(variables: Variables): void {
    if (this.#endedBy) return this.#end(exitCodeOf(null, this.#endedBy));
    const [file, ...args] = this.#command;
    const child = spawn(file, args, {
      env: { ...process.env, ...variables },
      stdio: 'inherit',
      detached: this.#hasOwnGroup,
    });
    this.#child = child;
    child.once('error', (error: NodeJS.ErrnoException) => {
      const [code, message] = failures[error.code ?? ''] ?? [126, error.message];
      note(`${file} could not be started. ${message}`);
      this.#end(code);
    });
    child.once('exit', (code, signal) => {
      if (!this.#isRestarting) this.#end(exitCodeOf(code, signal));
    });
  }

  /** Ends the program, and starts it again unless it is to end for good. */
  async restart(variables: Variables): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning || this.#endedBy) return;
    this.#isRestarting = true;
    const exited = new Promise<number>((resolve) =>
      child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal))),
    );
    this.#send('SIGTERM');
    const impatience = setTimeout(() => this.#send('SIGKILL'), graceMs);
    const code = await exited;
    clearTimeout(impatience);
    this.#isRestarting = false;
    this.#startUnlessEnding(variables, code);
  }

  get #isRunning(): boolean {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #startUnlessEnding(variables: Variables, code: number): void {
    if (this.#endedBy) this.#end(code);
    else this.start(variables);
  }

  #send(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined || !this.#isRunning) return;
    try {
      process.kill(this.#hasOwnGroup ? -pid : pid, signal);
    } catch {
      // It has just ended by itself.
    }
  }
}
