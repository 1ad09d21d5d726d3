import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import type { Express } from 'express';
import type { Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { withoutResumption } from '../platform/crypto/tls-options.ts';
import type { Log } from '../platform/log.ts';
import { Draining } from './draining.ts';
import { newLocals } from './exchange.ts';
import { inOrder, type QueuedResponse } from './pipelining.ts';
import type { TlsPair } from './tls.ts';
import { handleClientErrors, maxHeaderSize, type ExchangeClasses, type Refuse } from './client-errors.ts';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

type Limits = Pick<Config, 'maxConnections' | 'headersTimeoutMs' | 'requestTimeoutMs' | 'idleTimeoutMs'>;

/**
 * Classes for requests and responses that already have Express's prototypes: on Node 20 and 22, setting the prototype
 * of each object costs more than half of the throughput. Derived classes, because their objects have all fields from
 * the start; otherwise V8 turns them into slow dictionaries.
 */
export const kindsOf = (app: Express, draining: Draining): ExchangeClasses => {
  class AppRequest extends IncomingMessage {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  class AppResponse extends ServerResponse implements QueuedResponse {
    readonly locals = newLocals();
    onPreviousSent: (() => void) | undefined = undefined;

    override assignSocket(socket: Socket): void {
      super.assignSocket(socket);
      draining.beginResponse(socket);
      this.onPreviousSent?.();
    }

    override detachSocket(socket: Socket): void {
      draining.endResponse(socket);
      super.detachSocket(socket);
    }

    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      if (draining.isStopping) this.shouldKeepAlive = false;
      return super.writeHead(status, reason as string, headers);
    }
  }
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
};

/**
 * Closes connections beyond the limit. Node's own limit makes a worker pass a connection on to the next worker, without
 * end if all of them are full.
 */
const closeFurther = (server: SocketServer, maxConnections: number): void => {
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    socket.once('close', () => (count -= 1));
    if (count > maxConnections) socket.destroy();
  });
};

/** Creates a server on which a slow or silent client costs no more than a socket, for a bounded time. */
export const createHttpServer = (
  app: { readonly express: Express; readonly refuse: Refuse; readonly log: Log },
  { maxConnections, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs }: Limits,
  {
    tls,
    draining = new Draining(),
    isWorker = false,
    kinds = kindsOf(app.express, draining),
    asksForCertificate = false,
  }: {
    tls?: TlsPair | undefined;
    draining?: Draining;
    isWorker?: boolean;
    /** Servers of one app share them. */
    kinds?: ExchangeClasses;
    /** Whether clients may present a certificate, which is verified by those who read it. */
    asksForCertificate?: boolean;
  } = {},
): Server | TlsServer => {
  const options = {
    ...kinds,
    maxHeaderSize,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
  const handle = inOrder(draining.guard(app.express), app.log);
  const server = tls
    ? createTlsServer(
        {
          ...options,
          ...tls,
          handshakeTimeout: headersTimeoutMs,
          ...(asksForCertificate && { ...withoutResumption, requestCert: true, rejectUnauthorized: false }),
        },
        handle,
      )
    : createServer(options, handle);
  draining.watch(server, tls !== undefined);
  handleClientErrors(server, kinds, app.refuse);
  if (isWorker) closeFurther(server, maxConnections);
  else server.maxConnections = maxConnections;
  server.setTimeout(idleTimeoutMs);
  return server;
};

export const listenError = (
  host: string,
  port: number,
  cause: Pick<NodeJS.ErrnoException, 'code' | 'message'>,
): StartError =>
  new StartError(
    `Cannot listen on ${host}:${port}: ${cause.code === 'EADDRINUSE' ? 'the port is in use' : cause.message}.`,
    { cause },
  );

export const listen = (server: SocketServer, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(listenError(host, port, cause)));
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

const checkPort = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  if (port === 0) return;
  const server = createSocketServer((socket) => socket.destroy());
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
};

/** Fails if a port is in use; another process may still take it before `listen`. */
export const checkPorts = async (
  config: Pick<Config, 'host' | 'port' | 'clientCertPort' | 'metrics'>,
): Promise<void> => {
  const { host, clientCertPort, metrics } = config;
  await checkPort(config);
  if (clientCertPort !== undefined) await checkPort({ host, port: clientCertPort });
  if (metrics) await checkPort(metrics);
};
