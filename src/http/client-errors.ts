import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { badRequest, payloadTooLarge, ServiceError } from '../platform/errors.ts';

/** The most bytes of request line and headers together: enough for the longest id and a token. */
export const maxHeaderSize = 32_768;

/** How long a client may keep sending after our response; closing at once could lose the response. */
const lingerMs = 1000;

/** Responds with an error in the usual envelope. */
export type Refuse = (error: ServiceError, req: IncomingMessage, res: ServerResponse) => void;

/** Translates an error of Node's parser. */
const refusalOf = (code: string | undefined): ServiceError => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError(
      431,
      'RequestHeaderFieldsTooLarge',
      `The URL and the headers are larger than ${maxHeaderSize} bytes.`,
    );
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return payloadTooLarge('The chunk extensions of the body are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError(408, 'RequestTimeout', 'The request was not complete in time.');
  return badRequest('This is not a valid HTTP/1.1 request.');
};

/** Ends our side of the connection; destroys it if the client does not end its own side soon. */
export const endGracefully = (socket: Socket): void => {
  socket.end();
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
};

/** The classes with which the server creates requests and responses. */
export interface ExchangeClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Responds with the error envelope to what Node's parser refuses, unless another response is pending; then ends the
 * connection.
 */
export const handleClientErrors = (
  server: Server,
  { IncomingMessage: Request, ServerResponse: Response }: ExchangeClasses,
  refuse: Refuse,
): void => {
  const latest = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  /** Connections whose time is over, each with the last request on it, until what has already arrived is read. */
  const late = new Map<Socket, IncomingMessage | undefined>();
  /** Releases the last response of an idle connection. */
  const forget = function (this: ServerResponse): void {
    if (latest.get(this.req.socket) === this) latest.delete(this.req.socket);
  };
  server.on('request', (req, res) => {
    latest.set(req.socket, res);
    if (late.has(req.socket)) late.set(req.socket, req);
    res.once('finish', forget);
  });

  /** Creates a response without a request, which is detached in the same way as those of Node. */
  const newExchange = (socket: Socket): { req: IncomingMessage; res: ServerResponse } => {
    // Express requires a URL.
    const req = Object.assign(new Request(socket), { method: '', url: '/' });
    const res = new Response(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once('finish', () => {
      res.detachSocket(socket);
      res.emit('close');
    });
    return { req, res };
  };

  const respondToError = (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The client keeps sending, and the parser keeps reporting errors.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const pending = latest.get(socket);
    const isPending = pending !== undefined && !pending.writableFinished;
    // A response to an earlier request is pending or has started: more output would be taken for a part of it.
    if (isPending && (pending.req.complete || pending.headersSent)) {
      pending.once('finish', () => endGracefully(socket));
      return;
    }
    const { req, res } = isPending ? { req: pending.req, res: pending } : newExchange(socket);
    res.once('finish', () => endGracefully(socket));
    refuse(refusalOf(error.code), req, res);
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
      respondToError(error, socket);
      return;
    }
    // After a pause of the whole process, as when the disk is slow, Node checks the time before it reads what has arrived
    // meanwhile. It has read that when `setImmediate` calls back.
    const begun = latest.get(socket)?.req;
    late.set(socket, begun?.complete ? undefined : begun);
    setImmediate(() => {
      const request = late.get(socket);
      late.delete(socket);
      if (!request?.complete) respondToError(error, socket);
    });
  });
};
