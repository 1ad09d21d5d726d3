import { parseAddressRange, type AddressRange } from '../../../platform/addresses.ts';
import { badRequest, type ValidationIssue } from '../../../platform/errors.ts';
import type { TokenSettings } from './store.ts';

/** An address or a range as a request writes it. */
export interface GivenAddress {
  readonly ipAddress: string;
}

/** What a request may say of the tokens of an auth method; a change says only some of it. */
export interface GivenTokenSettings extends Partial<
  Omit<TokenSettings, 'id' | 'identityId' | 'accessTokenTrustedIps' | 'createdAt' | 'updatedAt'>
> {
  readonly accessTokenTrustedIps?: readonly GivenAddress[];
}

type Ttls = Pick<TokenSettings, 'accessTokenTTL' | 'accessTokenMaxTTL'>;

const isBeyondMaximum = ({ accessTokenTTL, accessTokenMaxTTL }: Partial<Ttls>): boolean =>
  accessTokenTTL !== undefined &&
  accessTokenMaxTTL !== undefined &&
  accessTokenMaxTTL > 0 &&
  accessTokenTTL > accessTokenMaxTTL;

/** An issue for every entry of the field that is neither an address nor a range. */
export const addressIssues = (field: string, given: readonly GivenAddress[] = []): ValidationIssue[] =>
  given.flatMap(({ ipAddress }, index) =>
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

const ttlIssues = (given: GivenTokenSettings): ValidationIssue[] =>
  isBeyondMaximum(given)
    ? [{ code: 'too_big', in: 'body', path: ['accessTokenTTL'], message: 'must not be more than accessTokenMaxTTL' }]
    : [];

/** What the settings alone show to be wrong, beyond the bounds that the contract has. */
export const tokenSettingsIssues = (given: GivenTokenSettings): ValidationIssue[] => [
  ...ttlIssues(given),
  ...addressIssues('accessTokenTrustedIps', given.accessTokenTrustedIps),
];

/** 400 when a change does not go together with what stays as it is stored. */
export const requireTtlWithinMaximum = (settings: Ttls): void => {
  if (isBeyondMaximum(settings)) {
    throw badRequest(
      `accessTokenTTL would be ${settings.accessTokenTTL}, more than accessTokenMaxTTL, ${settings.accessTokenMaxTTL}. Change both together.`,
    );
  }
};

/** As they are stored; entries that have issues are not for this. */
export const toTrustedIps = (given: readonly GivenAddress[]): AddressRange[] =>
  given.map(({ ipAddress }) => {
    const range = parseAddressRange(ipAddress);
    if (!range) throw new Error('an address that was not checked');
    return range;
  });
