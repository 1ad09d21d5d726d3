import type { Socket } from 'node:net';
import type { AllowedHost } from './allowed-hosts.ts';
import { allowSetting, OutgoingHosts } from './hosts.ts';
import { readBody } from './read-body.ts';
import { sendRequest } from './request.ts';
import { connect } from './connect.ts';
import { isTimeUp, yieldToEventLoop } from '../event-loop.ts';
import { Refused, Unreachable } from '../refused.ts';
import { KeyedMutex } from './keyed-mutex.ts';

/** A request to a server that vouches for somebody. */
export interface OutgoingCall {
  readonly url: URL;
  /** Who is asked, for messages: "The API server". */
  readonly who: string;
  /** Calls with one key run one after the other, so that one caller cannot cause many at once. */
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a POST with this body; without it, a GET is sent. */
  readonly body?: string;
  /** Certificate authorities in PEM that replace the default ones; empty for the default. */
  readonly caCert?: string;
  readonly verifiesCertificate?: boolean;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly text: string;
}

const maxBytes = 65_536;
const defaultTimeoutMs = 5_000;
/**
 * The part of the time after which a call does not begin any more, because it waited for an earlier one. Otherwise those
 * who wait for a server that does not respond would connect to it one after the other, only to give up at once.
 */
const latestShare = 0.9;

const isAboutCertificate = (code: string): boolean => /CERT|SIGNATURE|ISSUER|ERR_TLS|EPROTO/.test(code);

const reasonOf = (error: unknown): string => {
  const { code = 'the connection failed' } = error as NodeJS.ErrnoException;
  return isAboutCertificate(code) ? `its certificate is not accepted (${code}). Check the configured authority` : code;
};

/**
 * Sends requests to servers that users configure: only to allowed addresses, without redirects, and with a bound for
 * their time, which includes waiting for an earlier call with the same key, and for the response.
 */
export class OutgoingClient {
  readonly #hosts: OutgoingHosts;
  readonly #mutex = new KeyedMutex();
  readonly #timeoutMs: number;

  constructor(listed: readonly AllowedHost[], timeoutMs = defaultTimeoutMs) {
    this.#timeoutMs = timeoutMs;
    this.#hosts = new OutgoingHosts(listed, {
      needsHttps: true,
      privateAddress: () =>
        new Unreachable('server_not_allowed', `The host has a private address, and ${allowSetting} does not list it.`),
    });
  }

  /** Why requests to this URL are not allowed, as far as the URL alone shows; undefined if they are. */
  problemOf(url: string): string | undefined {
    return this.#hosts.problemOf(new URL(url));
  }

  /** Whether the host of the URL is listed by its name or address. */
  isListed(url: string): boolean {
    return this.#hosts.isListed(new URL(url));
  }

  /** Returns the response, whatever its status; throws `Unreachable` if there is none that can be read. */
  async call({ url, who, key, ...request }: OutgoingCall): Promise<OutgoingResponse> {
    const problem = this.#hosts.problemOf(url);
    if (problem !== undefined) throw new Unreachable('server_not_allowed', `The URL ${problem}.`);
    return this.exclusively({ who, key }, (signal) =>
      this.reach(who, signal, () => this.#send(url, who, request, signal)),
    );
  }

  /** Runs work of one key at a time; the signal ends when the time of one call is over, which includes waiting. */
  exclusively<T>(
    { who, key }: Pick<OutgoingCall, 'who' | 'key'>,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const latest = performance.now() + this.#timeoutMs * latestShare;
    const refusal = () => (performance.now() > latest ? this.#timedOut(who) : undefined);
    return this.#mutex.run(key, refusal, () => work(signal));
  }

  /** Throws `Unreachable` for an error of the connection to the server. */
  async reach<T>(who: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (signal.aborted) {
        // So that many who give up at once delay nobody else.
        if (isTimeUp()) await yieldToEventLoop();
        throw this.#timedOut(who);
      }
      throw new Unreachable('server_unreachable', `${who} could not be reached: ${reasonOf(error)}.`);
    }
  }

  /** Connects to the host of the URL, for other protocols than HTTP, unless it is not allowed. */
  async connect(url: URL, port: number, signal: AbortSignal): Promise<Socket> {
    const problem = this.#hosts.problemOf(url);
    if (problem !== undefined) throw new Unreachable('server_not_allowed', `The URL ${problem}.`);
    return connect(url, port, { hosts: this.#hosts, signal });
  }

  #timedOut(who: string): Unreachable {
    return new Unreachable('server_unreachable', `${who} did not respond within ${this.#timeoutMs / 1_000} seconds.`);
  }

  async #send(
    url: URL,
    who: string,
    { headers = {}, ...request }: Omit<OutgoingCall, 'url' | 'who' | 'key'>,
    signal: AbortSignal,
  ): Promise<OutgoingResponse> {
    const response = await sendRequest(url, {
      ...request,
      hosts: this.#hosts,
      signal,
      headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', ...headers },
    });
    try {
      const tooLong = () =>
        new Unreachable('server_response_invalid', `The response of ${who} is longer than ${maxBytes} bytes.`);
      return { status: response.statusCode ?? 0, text: await readBody(response, maxBytes, tooLong) };
    } finally {
      response.destroy();
    }
  }
}
