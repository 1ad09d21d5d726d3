import { expect } from 'chai';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sallyport } from '../world/program.ts';
import type { World } from '../world/world.ts';

/** A running `sallyport events` with the output of the program and of the command that it runs. */
export class Follower {
  readonly #child: ChildProcess;
  readonly #token: string;
  readonly #closed: Promise<unknown>;
  out = '';
  err = '';
  #wake: () => void = () => undefined;

  constructor(child: ChildProcess, token: string) {
    this.#child = child;
    this.#token = token;
    const listenTo = (stream: 'out' | 'err') => (chunk: string) => {
      this[stream] += chunk;
      this.#wake();
    };
    child.stdout!.setEncoding('utf8').on('data', listenTo('out'));
    child.stderr!.setEncoding('utf8').on('data', listenTo('err'));
    // Closed when every process that holds its output has ended, including the command and its children.
    this.#closed = once(child, 'close');
    this.#closed.then(
      () => this.#wake(),
      () => undefined,
    );
  }

  /** Waits until the output matches the pattern. */
  async waitForOutput(stream: 'out' | 'err', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this[stream]);
      if (found) return found;
      if (this.#child.exitCode !== null)
        throw new Error(`The process has ended with the output\n${this.out}${this.err}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Waits for the end of the process, and fails if its output contains the token. */
  async ended(): Promise<number | null> {
    await this.#closed;
    expect(this.out + this.err).not.to.contain(this.#token);
    return this.#child.exitCode;
  }

  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended();
  }

  /** Closes the reading end of its standard output. */
  closeOutput(): void {
    this.#child.stdout!.destroy();
  }
}

/** Starts `sallyport events`, which may not have connected yet. */
export const startFollowing = (
  { server: { url } }: Pick<World, 'server'>,
  token: string,
  args: readonly string[],
): Follower => new Follower(sallyport(['events', '--url', url, ...args], { SALLYPORT_TOKEN: token }), token);

/** Starts `sallyport events` and waits until it has connected. */
export const follow = async (
  world: Pick<World, 'server'>,
  token: string,
  args: readonly string[],
): Promise<Follower> => {
  const follower = startFollowing(world, token, args);
  await follower.waitForOutput('err', /Following/);
  return follower;
};
