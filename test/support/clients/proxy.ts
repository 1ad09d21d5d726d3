import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut and restored. */
export class CuttableProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;
  /** Cuts the connection on which this text is sent, before or after forwarding it. */
  trap: { readonly text: string; readonly moment: 'before' | 'after' } | undefined;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  async start(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target.port, this.#target.host);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
      }
      near.on('data', (chunk: Buffer) => {
        const { trap } = this;
        const isCaught = trap !== undefined && chunk.includes(trap.text);
        // With `far` half-closed, the server still processes the chunk, but its response is lost.
        if (isCaught) near.destroy();
        if (isCaught && trap.moment === 'after') far.end(chunk);
        else if (isCaught) far.destroy();
        else far.write(chunk);
      });
      near.on('end', () => far.end());
      far.on('data', (chunk: Buffer) => near.write(chunk)).on('end', () => near.end());
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
