import type { AllowedHost } from './allowed-hosts.ts';
import { allowSetting, OutgoingHosts } from './hosts.ts';
import { readBody } from './read-body.ts';
import { sendRequest } from './request.ts';
import { Unreachable } from '../refused.ts';
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

const isAboutCertificate = (code: string): boolean => /CERT|SIGNATURE|ISSUER|ERR_TLS|EPROTO/.test(code);

const reasonOf = (error: unknown): string => {
  const { code = 'the connection failed' } = error as NodeJS.ErrnoException;
  return isAboutCertificate(code) ? `its certificate is not accepted (${code}). Check caCert` : code;
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
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const timedOut = () =>
      new Unreachable('server_unreachable', `${who} did not respond within ${this.#timeoutMs / 1_000} seconds.`);
    return this.#mutex.run(key, signal, timedOut, async () => {
      try {
        return await this.#send(url, who, request, signal);
      } catch (error) {
        if (error instanceof Unreachable) throw error;
        if (signal.aborted) throw timedOut();
        throw new Unreachable('server_unreachable', `${who} could not be reached: ${reasonOf(error)}.`);
      }
    });
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
