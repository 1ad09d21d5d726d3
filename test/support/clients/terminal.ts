import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a command prints that runs until it is stopped, once others can rely on it. */
const isReady = /Sallyport is at\s+\S+\s|Following project|HTTP\/1\.1 200/;

/** A shell that runs blocks of commands one after the other, as a reader would who copies them. */
export class Terminal {
  readonly #bash: ChildProcess;
  readonly #folder: string;
  readonly #exited: Promise<unknown>;
  #hasExited = false;
  #output = '';
  #blocks = 0;

  constructor(folder: string, environment: Record<string, string>) {
    this.#folder = folder;
    // A process group of its own, so that what still runs at the end can be ended together.
    this.#bash = spawn('bash', ['-s'], { cwd: folder, env: environment, stdio: 'pipe', detached: true });
    this.#exited = once(this.#bash, 'exit').then(() => (this.#hasExited = true));
    for (const stream of [this.#bash.stdout!, this.#bash.stderr!])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#bash.stdin!.write('set -eo pipefail; exec 2>&1\n');
  }

  /** Everything that was printed so far. */
  get output(): string {
    return this.#output;
  }

  /** Waits until what is printed from now on, or from the given position on, matches; throws if the shell ends. */
  async until(pattern: RegExp, from = this.#output.length): Promise<string> {
    for (;;) {
      const printed = this.#output.slice(from);
      if (pattern.test(printed)) return printed;
      if (this.#hasExited) throw new Error(`a command failed:\n${printed}`);
      const waiting = new AbortController();
      await Promise.race([once(this.#bash.stdout!, 'data', { signal: waiting.signal }), this.#exited]);
      waiting.abort();
    }
  }

  /** Runs the commands, and returns what they print; fails if one of them fails. */
  async run(commands: string): Promise<string> {
    const name = this.#write(commands);
    const printed = this.until(new RegExp(`^end of ${name}$`, 'm'));
    this.#bash.stdin!.write(`. ./${name} </dev/null\necho; echo end of ${name}\n`);
    return (await printed).split(`\nend of ${name}`)[0]!;
  }

  /** Runs commands in the background that do not end by themselves; returns once they are ready. */
  async start(commands: string): Promise<void> {
    const name = this.#write(commands);
    const ready = this.until(isReady);
    this.#bash.stdin!.write(`( . ./${name} ) </dev/null &\n`);
    await ready;
  }

  /** Ends the shell and everything that it started. */
  async close(): Promise<void> {
    try {
      process.kill(-this.#bash.pid!, 'SIGTERM');
    } catch {
      return; // nothing is left
    }
    await this.#exited;
  }

  #write(commands: string): string {
    const name = `block-${this.#bash.pid}-${(this.#blocks += 1)}.sh`;
    writeFileSync(join(this.#folder, name), commands);
    return name;
  }
}
