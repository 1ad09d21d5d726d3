// A TCP proxy in front of PostgreSQL that stops at one step of a session: before what the client sends there is
// forwarded, or before the response to it is. It reads the simple protocol without TLS.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class TrapProxy {
  #server;
  #sockets = new Set();
  #trap;
  #isSilent = false;

  constructor(targetPort) {
    this.targetPort = targetPort;
  }

  async start() {
    this.#server = createServer((near) => this.#accept(near)).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = this.#server.address().port;
  }

  /**
   * Resolves when a session is at the step; it stands still from then on. `statement` is in the text of the session;
   * the step is `statement` itself or the `COMMIT` after it.
   */
  arm({ statement, isCommit, moment }) {
    return new Promise((resolve) => (this.#trap = { statement, isCommit, moment, resolve }));
  }

  /** Forwards everything again, and ends the session that stands still. */
  release() {
    this.#trap = undefined;
    for (const socket of this.#sockets) if (socket.isStill) socket.destroy();
  }

  #isCaught(session, chunk) {
    if (!this.#trap || this.#trap.session) return false;
    const { statement, isCommit } = this.#trap;
    const isStatement = chunk.includes(statement);
    session.hasStatement ||= isStatement;
    return isCommit ? session.hasStatement && chunk.includes('COMMIT') : isStatement;
  }

  /** Accepts connections from now on, and forwards nothing. */
  silence() {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(near) {
    if (this.#isSilent) return this.#keep(near);
    const far = connect(this.targetPort, '127.0.0.1');
    const session = {};
    const isStill = () => this.#trap?.session === session;
    const stop = () => {
      near.isStill = far.isStill = true;
      this.#trap.resolve();
    };
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#keep(socket);
      socket.once('close', () => other.destroy());
    }
    near.on('data', (chunk) => {
      if (isStill()) return;
      if (!this.#isCaught(session, chunk)) return far.write(chunk);
      this.#trap.session = session;
      if (this.#trap.moment === 'before') stop();
      else far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!isStill()) near.write(chunk);
      else if (!near.isStill) stop();
    });
  }

  #keep(socket) {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }

  close() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
