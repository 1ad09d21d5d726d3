import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Config } from '../config.ts';
import type { OpenFile } from '../contract.ts';
import { responseTooLarge, ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { logFields } from './exchange.ts';
import { SerializedJson } from './serialized-json.ts';

/** Responses up to this size are written at once: they fit into the buffers of the system. */
const maxSmall = 64 * 1024;

/** Larger responses are written in pieces of this size, so that a client that does not read is noticed. */
const pieceSize = 256 * 1024;

const backlog = (): ServiceError =>
  new ServiceError(
    503,
    'AnswerBacklog',
    'Too many bytes of other responses wait for their readers. Read those first, or try again shortly.',
    { headers: { 'Retry-After': '2' } },
  );

/**
 * Returns the next piece. A string is not converted to bytes as a whole: they would stay in memory until the next full
 * garbage collection. Surrogate pairs are not split.
 */
const pieceOf = (content: Buffer | string, at: number): Buffer | string => {
  if (typeof content !== 'string') return content.subarray(at, at + pieceSize);
  const end = at + pieceSize;
  const isSplit = (content.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return content.slice(at, isSplit ? end - 1 : end);
};

const callerOf = ({ locals }: Response): string => locals.actor?.id ?? locals.ip;

/**
 * Writes responses. Limits the bytes of large responses that wait for their clients to twice the largest response in
 * total, and to half of that for one caller.
 */
export class Outgoing {
  readonly #limit: number;
  readonly #timeoutMs: number;
  readonly #log: Log;
  readonly #byCaller = new Map<string, number>();
  #bytes = 0;
  #cut = 0;

  constructor({ answerLimit, answerTimeoutMs }: Pick<Config, 'answerLimit' | 'answerTimeoutMs'>, log: Log) {
    this.#limit = answerLimit;
    this.#timeoutMs = answerTimeoutMs;
    this.#log = log;
  }

  /** The bytes of large responses that are not finished. */
  get bytesWaiting(): number {
    return this.#bytes;
  }

  /** The number of connections that were closed because their client did not read. */
  get connectionsCut(): number {
    return this.#cut;
  }

  json(res: Response, status: number, body: unknown): void {
    const content = body instanceof SerializedJson ? body.content : JSON.stringify(body);
    this.#send(res, status, 'application/json; charset=utf-8', content);
  }

  bytes(res: Response, status: number, type: string, bytes: Uint8Array): void {
    this.#send(res, status, type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** Sends a file piece by piece; resolves when the client has got it, and rejects if it disconnects. */
  async file(res: Response, status: number, type: string, { handle, bytes }: OpenFile): Promise<void> {
    res.statusCode = status;
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', bytes);
    this.#cutIfUnread(res);
    await pipeline(handle.createReadStream({ autoClose: false, highWaterMark: pieceSize }), res);
  }

  #send(res: Response, status: number, type: string, content: Buffer | string): void {
    const length = Buffer.byteLength(content);
    this.#requireRoom(res, length);
    res.statusCode = status;
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', length);
    if (length > maxSmall && res.req.method !== 'HEAD') return this.#sendInPieces(res, content, length);
    res.end(content);
    if (res.socket && res.socket.writableLength > 0) this.#cutIfUnread(res);
  }

  /** Throws if there is no room for a large response. Changes always get theirs, which is no larger than the request. */
  #requireRoom(res: Response, length: number): void {
    if (length <= maxSmall || res.req.method !== 'GET') return;
    const isTooLarge = length > this.#limit;
    const isTooMuch =
      this.#bytes + length > 2 * this.#limit || (this.#byCaller.get(callerOf(res)) ?? 0) + length > this.#limit;
    if (!isTooLarge && !isTooMuch) return;
    res.removeHeader('ETag');
    throw isTooLarge ? responseTooLarge(this.#limit) : backlog();
  }

  #sendInPieces(res: Response, content: Buffer | string, length: number): void {
    // A closed response does not emit `close` again, which would subtract its bytes.
    if (res.destroyed) return;
    const caller = callerOf(res);
    this.#count(caller, length);
    res.once('close', () => this.#count(caller, -length));
    this.#cutIfUnread(res);
    let at = 0;
    const sendMore = (): void => {
      const piece = pieceOf(content, at);
      at += piece.length;
      if (at >= content.length) res.end(piece);
      else if (res.write(piece)) sendMore();
      else res.once('drain', sendMore);
    };
    sendMore();
  }

  #count(caller: string, bytes: number): void {
    this.#bytes += bytes;
    const waiting = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (waiting > 0) this.#byCaller.set(caller, waiting);
    else this.#byCaller.delete(caller);
  }

  /** Closes the connection if its client reads nothing for the time limit. */
  #cutIfUnread(res: Response): void {
    const { socket } = res;
    if (!socket) return;
    const timer = setTimeout(() => {
      const { ip } = res.locals as Partial<Express.Locals>;
      this.#cut += 1;
      this.#log.warn({ ...logFields(res.locals), ip }, 'connection closed: its client does not read the answer');
      socket.destroy();
    }, this.#timeoutMs);
    const restart = (): unknown => timer.refresh();
    socket.on('drain', restart);
    res.once('close', () => {
      clearTimeout(timer);
      socket.off('drain', restart);
    });
  }
}
