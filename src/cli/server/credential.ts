import { ApiClient, type TokenSource } from './client.ts';

/** Who calls a server. */
export interface Credential extends TokenSource {
  /** Where it comes from, as users know it. */
  readonly origin: string;
  /** A secret text that only its holder has, and that outlives a single token where there are several. */
  readonly secret: string;
}

/** A token that was given. */
export const givenToken = (origin: string, token: string): Credential => ({
  origin,
  secret: token,
  get: () => Promise.resolve(token),
  discard: () => false,
});

/** How long before its end a token is no longer used. */
const marginMs = 30_000;

/** Logs in with a client id and a client secret when a token is needed, and again when that has ended. */
export class UniversalAuth implements Credential {
  readonly origin = 'INFISICAL_UNIVERSAL_AUTH_CLIENT_ID';
  readonly secret: string;
  readonly #client: ApiClient;
  readonly #clientId: string;
  readonly #now: () => number;
  #token: { readonly text: string; readonly endsAt: number } | undefined;

  constructor(url: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }, now: () => number) {
    this.secret = clientSecret;
    this.#client = new ApiClient(url, undefined);
    this.#clientId = clientId;
    this.#now = now;
  }

  async get(): Promise<string> {
    if (!this.#token || this.#token.endsAt - marginMs < this.#now()) {
      const body = { clientId: this.#clientId, clientSecret: this.secret };
      const { accessToken: text, expiresIn } = await this.#client.call('loginWithUniversalAuth', { body });
      this.#token = { text, endsAt: this.#now() + expiresIn * 1000 };
    }
    return this.#token.text;
  }

  discard(): boolean {
    const wasUsed = this.#token !== undefined;
    this.#token = undefined;
    return wasUsed;
  }
}
