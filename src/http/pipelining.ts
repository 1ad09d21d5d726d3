import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../platform/log.ts';

/**
 * The most pipelined requests that may wait on one connection. One read returns at most 64 KiB, so clients with
 * ordinary headers stay below.
 */
export const maxWaitingRequests = 500;

/** The most pipelined requests that may wait on all connections together. */
const maxWaitingInAll = 20_000;

/** A response with a callback for when all earlier responses on its connection have been sent. */
export interface QueuedResponse extends ServerResponse {
  onPreviousSent: (() => void) | undefined;
}

/**
 * The fields with which Node's own server pauses a connection whose responses are not read: while the flag is set it
 * does not read, and pauses the parser. `pause` alone would not last: the end of each request body resumes the socket.
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
 * Handles a request only when the previous response on its connection has been written to the socket. Node would start
 * all pipelined requests, so a client that reads no responses could make the server hold any number of them.
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

  /** Pauses the socket again after a drain: Node resumes it even if requests wait. */
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
      // The client may have disconnected, or the request may have been refused because its body is incomplete.
      if (socket.destroyed || res.writableEnded) return;
      remove(socket, 1);
      if (!waiting.has(socket)) resume(socket);
      handle(req, res);
    };
    // Yields to other connections: the previous response may have been written in the same tick.
    (res as QueuedResponse).onPreviousSent = () => void setImmediate(start);
  };

  return (req, res) => {
    // A response has no socket yet only if earlier ones are pending.
    if (res.socket === null) queue(req, res);
    else handle(req, res);
  };
};
