import { isIP, isIPv6 } from 'node:net';
import { isWithin, parseAddressRange, type AddressRange } from '../addresses.ts';

/** A host name or an address; `.internal` for all names that end like this; or a network. */
export type AllowedHost = string | AddressRange;

/** Normalizes a host as in URLs: in lower case, an IPv6 address in its shortest form. */
const normalizeName = (text: string): string | undefined => {
  const url = isIPv6(text) ? `https://[${text}]` : `https://${text}`;
  const isHost = isIPv6(text) || /^[\w-][\w.-]*$/.test(text);
  return isHost && URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : undefined;
};

/** Parses `idp.internal`, `10.0.0.1`, `.internal`, `*.internal` or `10.0.0.0/8`; undefined for anything else. */
export const parseAllowedHost = (text: string): AllowedHost | undefined => {
  if (text.includes('/')) return parseAddressRange(text);
  const [, suffix] = /^\*?\.([\w-][\w.-]*)$/.exec(text) ?? [];
  const name = normalizeName(suffix ?? text);
  return name === undefined || suffix === undefined ? name : isIP(name) === 0 ? `.${name}` : undefined;
};

/** The hosts that outgoing calls may reach although they are inside the network. */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>;
  readonly #suffixes: readonly string[];
  readonly #networks: readonly AddressRange[];

  constructor(listed: readonly AllowedHost[]) {
    const texts = listed.filter((item) => typeof item === 'string');
    this.#names = new Set(texts.filter((text) => !text.startsWith('.')));
    this.#suffixes = texts.filter((text) => text.startsWith('.'));
    this.#networks = listed.filter((item) => typeof item !== 'string');
  }

  /** Whether this name or address, in the form that URLs have, is listed. */
  hasHost(host: string): boolean {
    if (this.#names.has(host)) return true;
    return isIP(host) === 0 ? this.#suffixes.some((suffix) => host.endsWith(suffix)) : this.hasAddress(host);
  }

  /** Whether a listed network contains the address. */
  hasAddress(address: string): boolean {
    return this.#networks.length > 0 && isWithin(this.#networks, address);
  }
}
