import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../addresses.ts';
import { AllowedHosts, type AllowedHost } from './allowed-hosts.ts';

/** The setting that lists the hosts inside the network that outgoing calls may reach. */
export const allowSetting = 'ALLOW_HOSTS';

/** What distinguishes the hosts of one kind of outgoing requests. */
export interface HostRules {
  readonly needsHttps: boolean;
  /** Creates the error for a name that has a private address. */
  readonly privateAddress: () => Error;
  /** How names are resolved; the system's resolver by default. */
  readonly lookup?: LookupFunction;
}

/** The host of a URL, without the brackets of an IPv6 address and the dot at the end of a name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isLocal = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host));

/**
 * Checks the very addresses that are connected to, because a name can resolve to something else each time (DNS
 * rebinding).
 */
const lookUpAllowed =
  ({ privateAddress, lookup: lookUp = lookup }: HostRules, allowed: AllowedHosts): LookupFunction =>
  (hostname, options, callback) =>
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      if (!addresses.every(({ address }) => isPublicAddress(address) || allowed.hasAddress(address)))
        return callback(privateAddress(), []);
      if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });

/** Decides which hosts outgoing requests may reach, so that nobody can reach the private network through the server. */
export class OutgoingHosts {
  readonly #allowed: AllowedHosts;
  readonly #rules: HostRules;
  readonly #lookup: LookupFunction;

  constructor(listed: readonly AllowedHost[], rules: HostRules) {
    this.#allowed = new AllowedHosts(listed);
    this.#rules = rules;
    this.#lookup = lookUpAllowed(rules, this.#allowed);
  }

  /** Why requests to this URL are not allowed, as far as the URL alone shows; undefined if they are. */
  problemOf(url: URL): string | undefined {
    const { needsHttps } = this.#rules;
    if (url.username !== '' || url.password !== '') return 'must not contain credentials';
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return needsHttps ? 'must be an https URL' : 'must be an http or https URL';
    if (this.isListed(url)) return undefined;
    if (needsHttps && url.protocol !== 'https:') return `must be an https URL, unless ${allowSetting} lists its host`;
    return isLocal(hostOf(url)) ? `must not have a private address, unless ${allowSetting} lists its host` : undefined;
  }

  /** The DNS lookup for requests to this URL. Literal addresses are never looked up: `problemOf` checks them. */
  lookupFor(url: URL): { lookup?: LookupFunction } {
    return this.isListed(url) ? {} : { lookup: this.#lookup };
  }

  /** Whether the host of the URL is listed by its name or address. */
  isListed(url: URL): boolean {
    return this.#allowed.hasHost(hostOf(url));
  }
}
