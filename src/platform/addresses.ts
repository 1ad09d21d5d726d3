import { BlockList, isIP, isIPv4 } from 'node:net';

/** An address or a range from which something may be used. */
export interface AddressRange {
  readonly ipAddress: string;
  readonly type: 'ipv4' | 'ipv6';
  /** Of a range; a single address has none. */
  readonly prefix?: number;
}

/** `10.0.0.1`, `10.0.0.0/8`, `::1` or `fd00::/8`; undefined for anything else. */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  const [ipAddress = '', prefix, ...rest] = text.trim().split('/');
  // A zone (fe80::1%eth0) means something on one machine only.
  if (isIP(ipAddress) === 0 || ipAddress.includes('%') || rest.length > 0) return undefined;
  const type = isIPv4(ipAddress) ? 'ipv4' : 'ipv6';
  if (prefix === undefined) return { ipAddress, type };
  const longest = type === 'ipv4' ? 32 : 128;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest ? { ipAddress, type, prefix: Number(prefix) } : undefined;
};

/** Every address there is. */
export const everywhere: readonly AddressRange[] = [
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
];

export const isWithin = (ranges: readonly AddressRange[], address: string): boolean => {
  const type = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (ranges.some((range) => range.type === type && range.prefix === 0)) return true;
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  // An IPv4 address is within IPv4 ranges only: as ::ffff:a.b.c.d it would be within ::/0, and so trusted by whoever trusts every IPv6 address.
  for (const { ipAddress, type: kind, prefix } of ranges.filter((range) => type === 'ipv6' || range.type === 'ipv4')) {
    if (prefix === undefined) list.addAddress(ipAddress, kind);
    else list.addSubnet(ipAddress, prefix, kind);
  }
  return list.check(address, type);
};
