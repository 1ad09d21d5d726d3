import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../platform/log.ts';

/**
 * Pipelined requests that may wait on one connection. One read brings at most 64 KiB, so that clients with ordinary
 * headers stay below.
 */
export const maxWaitingRequests = 500;

/** The same on all connections together. */
const maxWaitingInAll = 20_000;

/** A response that can say when the answers before it on its connection have been taken. */
export interface QueuedResponse extends ServerResponse {
  onTurn: (() => void) | undefined;
}

/**
 * What Node's own server pauses a connection with when nobody reads its answers: while the flag is set it reads no
 * further, and pauses the parser. A mere `pause` would not last: the end of each request's body resumes the socket.
 */
type PausableSocket = Socket & { _paused?: boolean; parser?: { resume(): void } | null };

const pause = (socket: PausableSocket): void => {
  socket._paused = true;
  socket.pause();
};

const resume = (socket: PausableSocket): void => {
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
};

/**
 * Handles a request only when the answer before it on the same connection has been written to the socket. Node parses
 * pipelined requests and would start them all: whoever reads no answers could make the server hold any number of them.
 */
export const inOrder = (handle: RequestListener, log: Log): RequestListener => {
  const waiting = new Map<Socket, number>();
  const prepared = new WeakSet<Socket>();
  let total = 0;

  const remove = (socket: Socket, count: number): void => {
    const left = (waiting.get(socket) ?? 0) - count;
    total -= count;
    if (left > 0) waiting.set(socket, left);
    else waiting.delete(socket);
  };

  /** Node resumes a socket once it has drained, whatever else waits on it. */
  const prepare = (socket: Socket): void => {
    prepared.add(socket);
    socket.on('drain', () => {
      if (waiting.has(socket)) pause(socket);
    });
    socket.once('close', () => remove(socket, waiting.get(socket) ?? 0));
  };

  const queue = (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req;
    if (socket.destroyed) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= maxWaitingRequests || total >= maxWaitingInAll) {
      log.warn({ ip: socket.remoteAddress, waiting: before }, 'connection closed: too many pipelined requests');
      socket.destroy();
      return;
    }
    if (!prepared.has(socket)) prepare(socket);
    waiting.set(socket, before + 1);
    total += 1;
    pause(socket);
    const start = (): void => {
      // The client may have gone, or the request may have been refused because its body did not arrive.
      if (socket.destroyed || res.writableEnded) return;
      remove(socket, 1);
      if (!waiting.has(socket)) resume(socket);
      handle(req, res);
    };
    // Other connections get their turn in between: the answer before it may have been written without leaving this one.
    (res as QueuedResponse).onTurn = () => void setImmediate(start);
  };

  return (req, res) => {
    // Only a response that others are ahead of has no socket yet.
    if (res.socket === null) queue(req, res);
    else handle(req, res);
  };
};
