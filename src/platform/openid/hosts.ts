import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../addresses.ts';
import { Refused } from './refused.ts';

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isLocal = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host));

/**
 * Checks the very addresses that are connected to, because a name can resolve to something else each time (DNS
 * rebinding).
 */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Refused('provider_not_allowed', 'The provider has a private address.'), []);
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });

/** Decides which hosts OpenID providers may have, so that nobody can reach the private network through the server. */
export class ProviderHosts {
  readonly #listed: ReadonlySet<string>;

  constructor(listed: readonly string[]) {
    this.#listed = new Set(listed);
  }

  /** Why requests to this URL are not allowed, as far as the URL alone shows; undefined if they are. */
  problemOf(url: URL): string | undefined {
    if (url.username !== '' || url.password !== '') return 'must not contain credentials';
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL';
    if (this.#isListed(url)) return undefined;
    if (url.protocol !== 'https:') return 'must be an https URL, unless OIDC_ALLOW_HOSTS lists its host';
    return isLocal(hostOf(url)) ? 'must not have a private address, unless OIDC_ALLOW_HOSTS lists its host' : undefined;
  }

  /** The DNS lookup for requests to this URL. Literal addresses are never looked up: `problemOf` checks them. */
  lookupFor(url: URL): { lookup?: LookupFunction } {
    return this.#isListed(url) ? {} : { lookup: lookUpPublic };
  }

  #isListed(url: URL): boolean {
    return this.#listed.has(hostOf(url));
  }
}
