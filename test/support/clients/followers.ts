import { expect } from 'chai';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sallyport } from '../world/program.ts';
import type { World } from '../world/world.ts';

/** A running `sallyport events`, with all that it and its command have said. */
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
    // Only when nobody holds its output any more, the command and what it started included.
    this.#closed = once(child, 'close');
    this.#closed.then(
      () => this.#wake(),
      () => undefined,
    );
  }

  /** Waits until it has said so. */
  async said(stream: 'out' | 'err', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this[stream]);
      if (found) return found;
      if (this.#child.exitCode !== null) throw new Error(`It has ended, and said\n${this.out}${this.err}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Waits for its end, and sees to it that it kept the token to itself. */
  async ended(): Promise<number | null> {
    await this.#closed;
    expect(this.out + this.err).not.to.contain(this.#token);
    return this.#child.exitCode;
  }

  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended();
  }

  /** Nobody reads what it prints any more. */
  leave(): void {
    this.#child.stdout!.destroy();
  }
}

/** Starts it; it may not have connected yet. */
export const startFollowing = (
  { server: { url } }: Pick<World, 'server'>,
  token: string,
  args: readonly string[],
): Follower => new Follower(sallyport(['events', '--url', url, ...args], { SALLYPORT_TOKEN: token }), token);

/** The same once it is connected. */
export const follow = async (
  world: Pick<World, 'server'>,
  token: string,
  args: readonly string[],
): Promise<Follower> => {
  const follower = startFollowing(world, token, args);
  await follower.said('err', /Following/);
  return follower;
};
