import type { Clock } from '../clock.ts';
import { ProviderKeys } from '../crypto/provider-keys.ts';
import { fetchJson, usualLimits, type Limits } from './fetch.ts';
import type { ProviderHosts } from './hosts.ts';
import { Refused } from './refused.ts';

/** Where a provider tells of itself, and who vouches for it. */
export interface Provider {
  readonly discoveryUrl: string;
  readonly caCert: string;
}

interface Entry {
  keys?: ProviderKeys;
  /** In milliseconds, as are the others: when they were read. */
  readAt: number;
  /** When somebody last wanted newer ones than there were. */
  renewedAt: number;
  failure?: { readonly error: Error; readonly at: number };
  /** Under way; everybody who waits shares it. */
  asking?: Promise<ProviderKeys>;
}

interface Means {
  readonly hosts: ProviderHosts;
  readonly clock: Clock;
  readonly limits?: Limits;
}

/** How long keys are used without asking again. */
const lifeMs = 600_000;
/** How long before somebody with an unknown key can make us ask again. */
const renewalMs = 30_000;
/** How long a provider that failed is left alone. */
const restMs = 5_000;
const maxEntries = 500;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const configurationUrl = ({ discoveryUrl }: Provider): URL =>
  new URL(`${discoveryUrl.replace(/\/+$/, '')}/.well-known/openid-configuration`);

/** The keys of OpenID providers, remembered for a while; on each node for itself. */
export class OpenIdProviders {
  readonly #hosts: ProviderHosts;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #entries = new Map<string, Entry>();

  constructor({ hosts, clock, limits = usualLimits }: Means) {
    this.#hosts = hosts;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Why a provider may not be there, if the URL shows it. */
  problemOf(discoveryUrl: string): string | undefined {
    return this.#hosts.problemOf(new URL(discoveryUrl));
  }

  async keysOf(provider: Provider): Promise<ProviderKeys> {
    const entry = this.#entryOf(provider);
    if (entry.keys && this.#now - entry.readAt < lifeMs) return entry.keys;
    return this.#ask(entry, provider);
  }

  /**
   * Those that the provider has now, for a token that the others do not fit; the same ones if it was asked just before,
   * or cannot be.
   */
  async newerKeysOf(provider: Provider, than: ProviderKeys): Promise<ProviderKeys> {
    const entry = this.#entryOf(provider);
    if (entry.keys && entry.keys !== than) return entry.keys;
    if (!entry.asking && this.#now - entry.renewedAt < renewalMs) return than;
    entry.renewedAt = this.#now;
    return this.#ask(entry, provider).catch(() => than);
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }

  #entryOf({ discoveryUrl, caCert }: Provider): Entry {
    const key = `${discoveryUrl}\n${caCert}`;
    let entry = this.#entries.get(key);
    if (!entry) {
      this.#entries.set(key, (entry = { readAt: 0, renewedAt: 0 }));
      if (this.#entries.size > maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    }
    return entry;
  }

  async #ask(entry: Entry, provider: Provider): Promise<ProviderKeys> {
    if (entry.failure && this.#now - entry.failure.at < restMs) throw entry.failure.error;
    return (entry.asking ??= this.#renew(entry, provider).finally(() => delete entry.asking));
  }

  async #renew(entry: Entry, provider: Provider): Promise<ProviderKeys> {
    try {
      entry.keys = await this.#read(provider);
    } catch (error) {
      entry.failure = { error: error as Error, at: this.#now };
      throw error;
    }
    delete entry.failure;
    entry.readAt = this.#now;
    return entry.keys;
  }

  async #read(provider: Provider): Promise<ProviderKeys> {
    const means = {
      hosts: this.#hosts,
      limits: this.#limits,
      caCert: provider.caCert,
      signal: AbortSignal.timeout(this.#limits.timeoutMs),
    };
    const configuration = await fetchJson(configurationUrl(provider), means);
    const { issuer, jwks_uri: jwksUri } = isObject(configuration) ? configuration : {};
    if (typeof issuer !== 'string' || typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) {
      throw new Refused(
        'provider_answer_invalid',
        "The provider's configuration names no issuer, or no place of its keys.",
      );
    }
    const published = await fetchJson(new URL(jwksUri), means);
    const keys = isObject(published) && Array.isArray(published.keys) ? published.keys.filter(isObject) : [];
    return new ProviderKeys(issuer, keys);
  }
}
