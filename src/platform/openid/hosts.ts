import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../addresses.ts';
import { Refused } from './refused.ts';

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isLocal = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host));

/** Names are judged by the addresses that are really connected to, for they may mean something else each time. */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Refused('provider_not_allowed', 'The provider is at a private address.'), []);
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });

/** Where providers may be: nobody must be able to use the server to reach inside its network. */
export class ProviderHosts {
  readonly #listed: ReadonlySet<string>;

  constructor(listed: readonly string[]) {
    this.#listed = new Set(listed);
  }

  /** Why that may not be asked, as far as the URL alone shows. */
  problemOf(url: URL): string | undefined {
    if (url.username !== '' || url.password !== '') return 'must not hold credentials';
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL';
    if (this.#isListed(url)) return undefined;
    if (url.protocol !== 'https:') return 'must be an https URL, unless OIDC_ALLOW_HOSTS lists its host';
    return isLocal(hostOf(url))
      ? 'must not be at a private address, unless OIDC_ALLOW_HOSTS lists its host'
      : undefined;
  }

  /**
   * How the addresses of its host are found. An address in place of a name is never looked up: that is in the URL to
   * see.
   */
  lookupFor(url: URL): { lookup?: LookupFunction } {
    return this.#isListed(url) ? {} : { lookup: lookUpPublic };
  }

  #isListed(url: URL): boolean {
    return this.#listed.has(hostOf(url));
  }
}
