import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { ProviderKeys } from '../crypto/provider-keys.ts';
import { fetchJson, defaultLimits, knownKeySetLimits, postForm, type Limits } from './fetch.ts';
import type { ProviderHosts } from './hosts.ts';
import { Unreachable } from '../refused.ts';

/** A provider's discovery URL, and the certificate authorities in PEM that its certificate must come from. */
export interface Provider {
  readonly discoveryUrl: string;
  readonly caCert: string;
  /** What the discovery document would say, for a provider that is not asked for one. */
  readonly stated?: { readonly issuer: string; readonly jwksUri: string };
}

interface Entry {
  keys?: ProviderKeys;
  /** When the keys were fetched; all times are in milliseconds. */
  readAt: number;
  /** When newer keys were last requested because of an unknown key. */
  renewedAt: number;
  failure?: { readonly error: Error; readonly at: number };
  /** The fetch that is running, shared by all who wait for it. */
  fetching?: Promise<ProviderKeys>;
}

interface Deps {
  readonly hosts: ProviderHosts;
  readonly clock: Clock;
  readonly limits?: Limits;
}

/** How long keys are cached. */
const lifeMs = 600_000;
/** How often tokens with an unknown key can make the server fetch the keys again. */
const renewalMs = 30_000;
/** How long a provider that failed is not asked again. */
const retryMs = 5_000;
const maxEntries = 500;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const suffix = '/.well-known/openid-configuration';

/** The discovery URL without the part that every provider has. */
export const issuerOfDiscovery = (discoveryUrl: string): string =>
  (discoveryUrl.endsWith(suffix) ? discoveryUrl.slice(0, -suffix.length) : discoveryUrl).replace(/\/+$/, '');

const configurationUrl = ({ discoveryUrl }: Provider): URL => new URL(issuerOfDiscovery(discoveryUrl) + suffix);

/** Fetches the keys of OpenID providers, and caches them for a while on each node. */
export class OpenIdProviders {
  readonly #hosts: ProviderHosts;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #entries = new LRUCache<string, Entry>({ max: maxEntries });

  constructor({ hosts, clock, limits = defaultLimits }: Deps) {
    this.#hosts = hosts;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Why a provider may not have this URL; undefined if it may. */
  problemOf(discoveryUrl: string): string | undefined {
    return this.#hosts.problemOf(new URL(discoveryUrl));
  }

  async keysOf(provider: Provider): Promise<ProviderKeys> {
    const entry = this.#entryOf(provider);
    if (entry.keys && this.#now - entry.readAt < lifeMs) return entry.keys;
    return this.#fetch(entry, provider);
  }

  /**
   * Fetches the current keys, for a token that no cached key verifies; returns the same keys if the provider was asked
   * a moment ago or cannot be reached.
   */
  async refreshKeysOf(provider: Provider, than: ProviderKeys): Promise<ProviderKeys> {
    const entry = this.#entryOf(provider);
    if (entry.keys && entry.keys !== than) return entry.keys;
    if (!entry.fetching && this.#now - entry.renewedAt < renewalMs) return than;
    entry.renewedAt = this.#now;
    return this.#fetch(entry, provider).catch(() => than);
  }

  /** Posts a form to an endpoint of the provider, and returns the JSON of its response. */
  post(url: string, body: URLSearchParams, headers: Readonly<Record<string, string>>): Promise<unknown> {
    return postForm(new URL(url), { body: body.toString(), headers }, this.#fetchDeps('', this.#limits));
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }

  #entryOf({ discoveryUrl, caCert, stated }: Provider): Entry {
    const key = [discoveryUrl, caCert, stated?.issuer, stated?.jwksUri].join('\n');
    let entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, (entry = { readAt: 0, renewedAt: 0 }));
    return entry;
  }

  async #fetch(entry: Entry, provider: Provider): Promise<ProviderKeys> {
    if (entry.failure && this.#now - entry.failure.at < retryMs) throw entry.failure.error;
    return (entry.fetching ??= this.#fetchOnce(entry, provider).finally(() => delete entry.fetching));
  }

  async #fetchOnce(entry: Entry, provider: Provider): Promise<ProviderKeys> {
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

  #fetchDeps(caCert: string, limits: Limits) {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    return { hosts: this.#hosts, limits, caCert, signal };
  }

  async #read(provider: Provider): Promise<ProviderKeys> {
    const { stated } = provider;
    const limits = stated ? { ...this.#limits, ...knownKeySetLimits } : this.#limits;
    const deps = this.#fetchDeps(provider.caCert, limits);
    const configuration: unknown = stated
      ? { issuer: stated.issuer, jwks_uri: stated.jwksUri }
      : await fetchJson(configurationUrl(provider), deps);
    const document = isObject(configuration) ? configuration : {};
    const { issuer, jwks_uri: jwksUri } = document;
    if (typeof issuer !== 'string' || typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) {
      throw new Unreachable('provider_answer_invalid', "The provider's configuration has no issuer or no jwks_uri.");
    }
    const published = await fetchJson(new URL(jwksUri), deps);
    const keys = isObject(published) && Array.isArray(published.keys) ? published.keys.filter(isObject) : [];
    return new ProviderKeys(issuer, keys, document);
  }
}
