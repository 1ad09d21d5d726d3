import { BlockList, isIP, isIPv4 } from 'node:net';

/** An IP address or a range in CIDR notation. */
export interface AddressRange {
  readonly ipAddress: string;
  readonly type: 'ipv4' | 'ipv6';
  /** Undefined for a single address. */
  readonly prefix?: number;
}

/** Parses `10.0.0.1`, `10.0.0.0/8`, `::1` or `fd00::/8`; undefined for anything else. */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  const [ipAddress = '', prefix, ...rest] = text.trim().split('/');
  // A zone (fe80::1%eth0) is meaningful on one machine only.
  if (isIP(ipAddress) === 0 || ipAddress.includes('%') || rest.length > 0) return undefined;
  const type = isIPv4(ipAddress) ? 'ipv4' : 'ipv6';
  if (prefix === undefined) return { ipAddress, type };
  const longest = type === 'ipv4' ? 32 : 128;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest
    ? { ipAddress, type, prefix: Number(prefix) }
    : undefined;
};

/** All addresses. */
export const everywhere: readonly AddressRange[] = [
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
];

export const isWithin = (ranges: readonly AddressRange[], address: string): boolean => {
  const type = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (ranges.some((range) => range.type === type && range.prefix === 0)) return true;
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  // Compare an IPv4 address with IPv4 ranges only: as ::ffff:a.b.c.d it would be in ::/0, and so be trusted where only
  // all IPv6 addresses are.
  for (const { ipAddress, type: kind, prefix } of ranges.filter((range) => type === 'ipv6' || range.type === 'ipv4')) {
    if (prefix === undefined) list.addAddress(ipAddress, kind);
    else list.addSubnet(ipAddress, prefix, kind);
  }
  return list.check(address, type);
};

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [head = [], tail] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head;
};

/**
 * Identifies a client for rate limits: its IPv4 address (also if mapped to IPv6), or the /64 of its IPv6 address,
 * because a client with one address of a /64 usually has all of them.
 */
export const clientNetwork = (address: string): string => {
  if (isIPv4(address)) return address;
  if (isIP(address) === 0) return 'unknown';
  const groups = groupsOf(address.replace(/%.*$/, ''));
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
};

const rangesOf = (...texts: string[]): AddressRange[] => texts.map((text) => parseAddressRange(text)!);

/** The special-purpose ranges of IANA: loopback, private networks, documentation, benchmarks, multicast, relays. */
const specialIPv4 = rangesOf(
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ],
  ...[
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
);
/** Everything else is unassigned, local, or a mapped IPv4 address. */
const globalIPv6 = rangesOf('2000::/3');
/** Teredo, 6to4 and documentation, within the global range. */
const specialIPv6 = rangesOf('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** Whether this is an address of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !isWithin(specialIPv4, address);
  return isIP(address) !== 0 && isWithin(globalIPv6, address) && !isWithin(specialIPv6, address);
};
