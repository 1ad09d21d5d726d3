import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { signWithSecret } from '../platform/crypto/keyed-hash.ts';
import type { AllowedHost } from '../platform/outgoing/allowed-hosts.ts';
import { allowSetting, OutgoingHosts } from '../platform/outgoing/hosts.ts';
import { sendRequest } from '../platform/outgoing/request.ts';
import type { WebhookTarget } from '../resources/secrets/webhooks/encryption.ts';

/** The result of one request; without an error message it succeeded. */
export interface Attempt {
  /** Null if there was no response. */
  readonly responseStatus: number | null;
  readonly errorMessage: string | null;
}

export interface OutgoingNotice {
  /** Identifies the delivery to receivers, which may get it more than once. */
  readonly deliveryId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** In milliseconds since 1970. */
  readonly time: number;
}

const timeoutMs = 15_000;

/** Asks DNS directly: the system's resolver would keep threads busy that password hashing needs. */
const lookUpWithoutThreads: LookupFunction = (hostname, _options, callback) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then((results) => {
    const addresses = results
      .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      .map((address) => ({ address, family: isIP(address) }));
    if (addresses.length > 0) callback(null, addresses);
    else callback(Object.assign(new Error('the host has no address'), { code: 'ENOTFOUND' }), []);
  });
};

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

const failed = (errorMessage: string, responseStatus: number | null = null): Attempt => ({
  responseStatus,
  errorMessage,
});

const attemptOf = (status: number): Attempt => {
  if (status >= 200 && status < 300) return { responseStatus: status, errorMessage: null };
  return status >= 300 && status < 400
    ? failed(`The receiver answered with a redirect (status ${status}), which is not followed.`, status)
    : failed(`The receiver answered with status ${status}.`, status);
};

/** Sends the requests of webhooks, with the restrictions on where to. */
export class WebhookSender {
  readonly #hosts: OutgoingHosts;

  /** The listed hosts may have private addresses. */
  constructor(listed: readonly AllowedHost[]) {
    this.#hosts = new OutgoingHosts(listed, {
      needsHttps: false,
      privateAddress: () =>
        new PrivateAddress(`The host of the URL has a private address, and ${allowSetting} does not list it.`),
      lookup: lookUpWithoutThreads,
    });
  }

  /** Why nothing can be sent to this URL, as its host resolves now; undefined if it can. */
  async problemOf(url: URL): Promise<string | undefined> {
    const problem = this.#hosts.problemOf(url);
    if (problem !== undefined) return `The URL ${problem}.`;
    const { lookup } = this.#hosts.lookupFor(url);
    if (!lookup || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
    return new Promise((resolve) => {
      lookup(url.hostname, { all: true }, (error) => {
        if (!error) resolve(undefined);
        else resolve(error instanceof PrivateAddress ? error.message : 'The host of the URL cannot be resolved.');
      });
    });
  }

  /** Sends one request; undefined if `stopping` was aborted before there was a result. */
  async send(
    { url: text, secret }: WebhookTarget,
    { deliveryId, payload, time }: OutgoingNotice,
    stopping: AbortSignal,
  ): Promise<Attempt | undefined> {
    const url = new URL(text);
    const problem = this.#hosts.problemOf(url);
    if (problem !== undefined) return failed(`The URL ${problem}.`);
    const body = JSON.stringify({ ...payload, timestamp: time });
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'sallyport',
      'X-Sallyport-Delivery': deliveryId,
      ...(secret !== null && { 'x-infisical-signature': `t=${time};${signWithSecret(secret, body)}` }),
    };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const signal = AbortSignal.any([timeout, stopping]);
      const response = await sendRequest(url, { hosts: this.#hosts, signal, body, headers });
      // The status says everything; what follows is not read.
      response.destroy();
      return attemptOf(response.statusCode ?? 0);
    } catch (error) {
      if (timeout.aborted) return failed(`The receiver did not answer within ${timeoutMs / 1000} seconds.`);
      if (stopping.aborted) return undefined;
      if (error instanceof PrivateAddress) return failed(error.message);
      const code = (error as NodeJS.ErrnoException).code ?? 'the connection failed';
      return failed(`The receiver could not be reached: ${code}.`);
    }
  }
}
