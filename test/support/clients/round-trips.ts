import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { overNetwork } from '../world/postgres.ts';

/** The end of a snapshot, for which nobody waits. */
const rollback = '\0ROLLBACK\0';

/**
 * A TCP proxy that counts the round trips of all its connections: how often a client sends something after the server
 * has answered what was sent before, and waits for the answer.
 */
export class RoundTripProxy {
  readonly #server: Server;
  #count = 0;

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#server = createServer((near) => {
      const far = connect(target.port, target.host);
      let isAnswered = true;
      near.on('data', (chunk: Buffer) => {
        if (isAnswered && !chunk.includes(rollback)) this.#count += 1;
        isAnswered = false;
        far.write(chunk);
      });
      far.on('data', (chunk: Buffer) => {
        isAnswered = true;
        near.write(chunk);
      });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const)
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
    });
  }

  /** Starts a proxy in front of the server at this URL, and returns it with the URL of the proxy. */
  static async before(url: string): Promise<{ proxy: RoundTripProxy; url: string }> {
    const address = overNetwork(url);
    const proxy = new RoundTripProxy({ host: address.hostname, port: Number(address.port) });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    address.port = String((proxy.#server.address() as AddressInfo).port);
    return { proxy, url: address.href };
  }

  /** Counts the round trips until the work is done. */
  async count(work: () => Promise<unknown>): Promise<number> {
    const before = this.#count;
    await work();
    return this.#count - before;
  }

  stop(): void {
    this.#server.close();
  }
}
