import type { components } from '../../../generated/api.d.ts';

type AddressRange = components['schemas']['AddressRange'];

const everywhere = ['0.0.0.0/0', '::/0'];

/** The body for addresses from anywhere. */
export const anyAddress = everywhere.map((ipAddress) => ({ ipAddress }));

/** One range on each line; empty if all addresses are allowed. */
export const addressLines = (ranges: readonly AddressRange[]): string => {
  const lines = ranges.map(({ ipAddress, prefix }) => (prefix === undefined ? ipAddress : `${ipAddress}/${prefix}`));
  return everywhere.every((range) => lines.includes(range)) ? '' : lines.join('\n');
};

export const addressesOf = (lines: string) => {
  const addresses = lines.split(/[\s,]+/).filter((line) => line !== '');
  return addresses.length === 0 ? anyAddress : addresses.map((ipAddress) => ({ ipAddress }));
};

export const addressesText = (ranges: readonly AddressRange[]): string =>
  addressLines(ranges).replaceAll('\n', ', ') || 'any address';
