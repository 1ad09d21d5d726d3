import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { badRequest, payloadTooLarge, ServiceError } from '../platform/errors.ts';

/** The request line and the headers together, in bytes: room for one of the longest ids, and for the token. */
export const maxHeaderSize = 32_768;

/** How long one may go on sending what nobody reads. Closed at once, the answer would be lost on its way. */
const lingerMs = 1000;

/** Answers with an error, like any other one. */
export type Refuse = (error: ServiceError, req: IncomingMessage, res: ServerResponse) => void;

/** What Node found wrong, in our words. */
const refusalOf = (code: string | undefined): ServiceError => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError(
      431,
      'RequestHeaderFieldsTooLarge',
      `The address and the headers are larger than ${maxHeaderSize} bytes.`,
    );
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return payloadTooLarge('The chunks of the body have more extensions than the server takes.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError(408, 'RequestTimeout', 'The request did not arrive whole in time.');
  return badRequest('This is not a request in HTTP/1.1.');
};

/** Ends our side of the connection, and closes it when the client has ended its own, or has had the time to. */
export const endSoon = (socket: Socket): void => {
  socket.end();
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
};

/** As the server makes them. */
export interface Kinds {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Whatever Node's parser refuses gets the error envelope too, unless another answer is on its way; then the connection
 * ends.
 */
export const answerUnreadable = (
  server: Server,
  { IncomingMessage: Request, ServerResponse: Response }: Kinds,
  refuse: Refuse,
): void => {
  const latest = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  /** A connection that is silent keeps nothing of its last request. */
  const forget = function (this: ServerResponse): void {
    if (latest.get(this.req.socket) === this) latest.delete(this.req.socket);
  };
  server.on('request', (req, res) => {
    latest.set(req.socket, res);
    res.once('finish', forget);
  });

  /** An answer without a request, let go of as Node does with its own. */
  const newExchange = (socket: Socket): { req: IncomingMessage; res: ServerResponse } => {
    // Nothing is known of it; Express wants an address all the same.
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

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // It goes on sending, and the parser goes on complaining.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const begun = latest.get(socket);
    const isUnderWay = begun !== undefined && !begun.writableFinished;
    // The answer to an earlier request is still to come, or one has begun: anything more would be taken for a part of
    // it.
    if (isUnderWay && (begun.req.complete || begun.headersSent)) {
      begun.once('finish', () => endSoon(socket));
      return;
    }
    const { req, res } = isUnderWay ? { req: begun.req, res: begun } : newExchange(socket);
    res.once('finish', () => endSoon(socket));
    refuse(refusalOf(error.code), req, res);
  });
};
