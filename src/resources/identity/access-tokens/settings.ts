import { parseAddressRange, type AddressRange } from '../../../platform/addresses.ts';
import { badRequest, type ValidationIssue } from '../../../platform/errors.ts';
import type { TokenSettings } from './store.ts';

/** An address or CIDR range in a request. */
export interface AddressInput {
  readonly ipAddress: string;
}

/** The token settings of an auth method in a request; an update may contain only some of them. */
export interface TokenSettingsInput extends Partial<
  Omit<TokenSettings, 'id' | 'identityId' | 'accessTokenTrustedIps' | 'createdAt' | 'updatedAt'>
> {
  readonly accessTokenTrustedIps?: readonly AddressInput[];
}

type Ttls = Pick<TokenSettings, 'accessTokenTTL' | 'accessTokenMaxTTL'>;

const isBeyondMaximum = ({ accessTokenTTL, accessTokenMaxTTL }: Partial<Ttls>): boolean =>
  accessTokenTTL !== undefined &&
  accessTokenMaxTTL !== undefined &&
  accessTokenMaxTTL > 0 &&
  accessTokenTTL > accessTokenMaxTTL;

/** Returns an issue for each entry of the field that is neither an address nor a range. */
export const addressIssues = (field: string, addresses: readonly AddressInput[] = []): ValidationIssue[] =>
  addresses.flatMap(({ ipAddress }, index) =>
    parseAddressRange(ipAddress)
      ? []
      : [
          {
            code: 'invalid',
            in: 'body',
            path: [field, `${index}`, 'ipAddress'],
            message: 'must be an IPv4 or IPv6 address, or a CIDR range',
          },
        ],
  );

const ttlIssues = (input: TokenSettingsInput): ValidationIssue[] =>
  isBeyondMaximum(input)
    ? [{ code: 'too_big', in: 'body', path: ['accessTokenTTL'], message: 'must not be more than accessTokenMaxTTL' }]
    : [];

/** Returns the issues of the settings that the contract cannot check. */
export const tokenSettingsIssues = (input: TokenSettingsInput): ValidationIssue[] => [
  ...ttlIssues(input),
  ...addressIssues('accessTokenTrustedIps', input.accessTokenTrustedIps),
];

/** 400 if the TTL exceeds the maximum TTL after a change of only one of them. */
export const requireTtlWithinMaximum = (settings: Ttls): void => {
  if (isBeyondMaximum(settings)) {
    throw badRequest(
      `accessTokenTTL would be ${settings.accessTokenTTL}, more than accessTokenMaxTTL, ${settings.accessTokenMaxTTL}. Change both together.`,
    );
  }
};

/** Returns the stored form of the addresses, which must be valid. */
export const toTrustedIps = (addresses: readonly AddressInput[]): AddressRange[] =>
  addresses.map(({ ipAddress }) => {
    const range = parseAddressRange(ipAddress);
    if (!range) throw new Error('unvalidated address');
    return range;
  });
