import { setTimeout } from 'node:timers/promises';
import { operations, type OperationId } from '../../../generated/operations.ts';
import type { Reply, Request } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import { describeErrorResponse } from '../refusal.ts';

/** The largest response that is read, in bytes. */
const maxResponse = 268_435_456;
const timeoutMs = 120_000;
const attempts = 5;
const longestDelayMs = 30_000;

/** Where the token of a request comes from. */
export interface TokenSource {
  readonly get: () => Promise<string>;
  /** Forgets the token, which was refused; returns whether there may be another one. */
  readonly discard: () => boolean;
}

/** A response with an error status. */
export class RefusedByServer extends StartError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** No response, or only a part of one: the network failed, or the server was stopped. */
export class NoResponse extends StartError {}

/** Whether a later attempt may succeed. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NoResponse ||
  (error instanceof RefusedByServer && (error.status === 408 || error.status === 429 || error.status >= 500));

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** A response, and the tag by which it is recognized as unchanged. */
export interface Tagged<T> {
  readonly reply: T;
  readonly tag: string | undefined;
}

export interface CallOptions<Op extends OperationId> {
  readonly params?: Request<Op>['params'];
  readonly query?: Values;
  readonly body?: unknown;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** Reads at most as many bytes as allowed. */
export const readBounded = async (response: Response, limit = maxResponse): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) throw new StartError(`The response has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The address that explains a refusal, in its header `Link`; it may be relative to that of the request. */
const helpIn = ({ headers }: Response, url: URL): string => {
  const target = /<([^<>]*)>\s*;\s*rel="help"/.exec(headers.get('link') ?? '')?.[1];
  if (target === undefined || !URL.canParse(target, url.href)) return '';
  return `\nWhy: ${new URL(target, url).href}`;
};

const describeRefusal = (response: Response, url: URL, parsed: unknown): string => {
  const { message = 'no reason given.', error } = (parsed ?? {}) as { message?: unknown; error?: unknown };
  return `${describeErrorResponse(response.status, message, error)}${helpIn(response, url)}`;
};

const mayRetry = (status: number): boolean => status === 429 || status === 503;

const delayOf = (response: Response, attempt: number): number => {
  const seconds = Number(response.headers.get('retry-after'));
  return Math.min(longestDelayMs, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 500 * 2 ** attempt);
};

/**
 * Sends a request until the server is not busy; throws a message for the user. Only for requests that may be repeated.
 * `advice` follows the message that no server responds.
 */
export const send = async (url: URL, init: RequestInit, advice = ''): Promise<{ response: Response; text: string }> => {
  for (let attempt = 0; ; attempt += 1) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const failed = (cause: unknown): never => {
      throw cause instanceof StartError
        ? cause
        : new NoResponse(`No server responds at ${url.origin}.${advice}`, { cause });
    };
    const response = await fetch(url, { ...init, redirect: 'manual', signal }).catch(failed);
    const text = await readBounded(response).catch(failed);
    if (attempt >= attempts - 1 || !mayRetry(response.status)) return { response, text };
    await setTimeout(delayOf(response, attempt));
  }
};

/** Follows the message that no server responds. */
export const addressAdvice = ' If it is elsewhere, give its address with --url or in SALLYPORT_URL.';

const fixed = (token: string): TokenSource => ({ get: () => Promise.resolve(token), discard: () => false });

interface Received {
  readonly response: Response;
  readonly parsed: unknown;
}

/** Calls operations of a server with the API of this one. */
export class ApiClient {
  readonly url: string;
  readonly #token: TokenSource | undefined;
  readonly #loginHint: string;
  readonly #advice: string;

  /** The hint follows the message that the token is not valid, the advice the one that no server responds. */
  constructor(url: string, token: string | TokenSource | undefined, loginHint = '', advice = addressAdvice) {
    this.url = url;
    this.#token = typeof token === 'string' ? fixed(token) : token;
    this.#loginHint = loginHint;
    this.#advice = advice;
  }

  async call<Op extends OperationId>(id: Op, options: CallOptions<Op> = {}): Promise<Reply<Op>> {
    return (await this.#insist(id, options)).parsed as Reply<Op>;
  }

  /** Calls an operation with conditional responses; undefined if the response is still the one with the tag. */
  async callIfChanged<Op extends OperationId>(
    id: Op,
    tag: string | undefined,
    options: CallOptions<Op> = {},
  ): Promise<Tagged<Reply<Op>> | undefined> {
    const { response, parsed } = await this.#insist(id, options, tag === undefined ? {} : { 'if-none-match': tag });
    if (response.status === 304) return undefined;
    return { reply: parsed as Reply<Op>, tag: response.headers.get('etag') ?? undefined };
  }

  /** Sends the request, once more with another token if the first was refused. */
  async #insist<Op extends OperationId>(
    id: Op,
    options: CallOptions<Op>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Received> {
    const first = await this.#send(id, options, headers);
    const received =
      first.response.status === 401 && this.#token?.discard() ? await this.#send(id, options, headers) : first;
    const { response, parsed } = received;
    if (response.status === 304 || (response.ok && parsed !== undefined)) return received;
    throw new RefusedByServer(
      response.status,
      response.ok
        ? `The server at ${new URL(this.url).origin} does not respond as expected.`
        : `${describeRefusal(response, new URL(this.url), parsed)}${response.status === 401 ? this.#loginHint : ''}`,
    );
  }

  async #send<Op extends OperationId>(
    id: Op,
    { params, query = {}, body, signal }: CallOptions<Op>,
    more: Readonly<Record<string, string>>,
  ): Promise<Received> {
    const { method, path } = operations[id];
    const given = (params ?? {}) as Values;
    const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(given[name])));
    const url = new URL(`${this.url}${filled}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = {
      ...more,
      ...(this.#token !== undefined && { authorization: `Bearer ${await this.#token.get()}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    const { response, text } = await send(url, init, this.#advice);
    return { response, parsed: parse(text) };
  }
}

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
