import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { newLocals } from './exchange.ts';
import type { TlsPair } from './tls.ts';
import { answerUnreadable, maxHeaderSize, type Kinds, type Refuse } from './unreadable.ts';

type Limits = Pick<Config, 'maxConnections' | 'headersTimeoutMs' | 'requestTimeoutMs' | 'idleTimeoutMs'>;

/**
 * Requests and responses that already are what Express would turn them into.
 * On Node 20 and 22 changing the prototype of each costs more than half of the throughput.
 */
const prototypesOf = (app: Express): Kinds => {
  const Request = function (this: IncomingMessage, ...args: unknown[]): void {
    IncomingMessage.apply(this, args as never);
  };
  Request.prototype = app.request;
  const Response = function (this: ServerResponse & { locals: Express.Locals }, ...args: unknown[]): void {
    ServerResponse.apply(this, args as never);
    this.locals = newLocals();
  };
  Response.prototype = app.response;
  return { IncomingMessage: Request as never, ServerResponse: Response as never };
};

/** A server on which a slow or silent client costs no more than a socket, for a bounded time. */
export const createHttpServer = (app: { readonly express: Express; readonly refuse: Refuse }, { maxConnections, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs }: Limits, tls?: TlsPair): Server | TlsServer => {
  const prototypes = prototypesOf(app.express);
  const options = {
    ...prototypes,
    maxHeaderSize,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
  const server = tls ? createTlsServer({ ...options, ...tls, handshakeTimeout: headersTimeoutMs }, app.express) : createServer(options, app.express);
  answerUnreadable(server, prototypes, app.refuse);
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeoutMs);
  return server;
};

export const listen = (server: Server | TlsServer, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the port is taken' : cause.message;
      reject(new StartError(`Cannot listen on ${host}:${port}: ${reason}.`, { cause }));
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

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
