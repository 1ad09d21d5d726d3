import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import type { Express } from 'express';
import type { Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { newLocals } from './exchange.ts';
import { inOrder, type QueuedResponse } from './pipelining.ts';
import type { TlsPair } from './tls.ts';
import { answerUnreadable, maxHeaderSize, type Kinds, type Refuse } from './unreadable.ts';

type Limits = Pick<Config, 'maxConnections' | 'headersTimeoutMs' | 'requestTimeoutMs' | 'idleTimeoutMs'>;

/**
 * Requests and responses that already are what Express would turn them into: on Node 20 and 22 changing the prototype of each costs more than
 * half of the throughput. Derived classes, because their objects have room for all fields from the start; without it they become slow ones.
 */
const kindsOf = (app: Express): Kinds => {
  class AppRequest extends IncomingMessage {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  class AppResponse extends ServerResponse implements QueuedResponse {
    readonly locals = newLocals();
    onTurn: (() => void) | undefined = undefined;

    override assignSocket(socket: Socket): void {
      super.assignSocket(socket);
      this.onTurn?.();
    }
  }
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
};

/** A server on which a slow or silent client costs no more than a socket, for a bounded time. */
export const createHttpServer = (app: { readonly express: Express; readonly refuse: Refuse; readonly log: Log }, { maxConnections, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs }: Limits, tls?: TlsPair): Server | TlsServer => {
  const kinds = kindsOf(app.express);
  const options = {
    ...kinds,
    maxHeaderSize,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
  const handle = inOrder(app.express, app.log);
  const server = tls ? createTlsServer({ ...options, ...tls, handshakeTimeout: headersTimeoutMs }, handle) : createServer(options, handle);
  answerUnreadable(server, kinds, app.refuse);
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeoutMs);
  return server;
};

export const listen = (server: SocketServer, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the port is taken' : cause.message;
      reject(new StartError(`Cannot listen on ${host}:${port}: ${reason}.`, { cause }));
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

/** Fails if the port is taken; another process may still take it before `listen`. */
export const checkPort = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  if (port === 0) return;
  const server = createSocketServer((socket) => socket.destroy());
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
};

/** Finishes what is under way and takes nothing new; what is not done in time is cut off. */
export const drain = (server: Server | TlsServer, limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    // A connection that falls silent after its last answer would otherwise be kept for its idle time.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
  });
