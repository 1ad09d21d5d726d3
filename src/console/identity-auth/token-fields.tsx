import { Group } from '@mantine/core';
import { NumberField } from '../components/number-field.tsx';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { durationErrors } from '../components/duration.ts';
import { DurationField } from '../components/duration-field.tsx';
import { addressesOf, addressLines } from './addresses.ts';
import { LinesField } from '../components/lines-field.tsx';

/** The settings of tokens that all ways to sign in have. */
export interface TokenValues {
  readonly accessTokenTTL: number;
  readonly accessTokenMaxTTL: number;
  readonly accessTokenNumUsesLimit: number;
  /** One range on each line; empty for all. */
  readonly addresses: string;
}

interface Stored {
  readonly accessTokenTTL: number;
  readonly accessTokenMaxTTL: number;
  readonly accessTokenNumUsesLimit: number;
  readonly accessTokenTrustedIps: Parameters<typeof addressLines>[0];
}

const day = 86_400;

export const newTokenValues: TokenValues = {
  accessTokenTTL: 30 * day,
  accessTokenMaxTTL: 30 * day,
  accessTokenNumUsesLimit: 0,
  addresses: '',
};

export const storedTokenValues = (stored: Stored): TokenValues => ({
  accessTokenTTL: stored.accessTokenTTL,
  accessTokenMaxTTL: stored.accessTokenMaxTTL,
  accessTokenNumUsesLimit: stored.accessTokenNumUsesLimit,
  addresses: addressLines(stored.accessTokenTrustedIps),
});

export const tokenBodyOf = ({ addresses, ...numbers }: TokenValues) => ({
  ...numbers,
  accessTokenTrustedIps: addressesOf(addresses),
});

/** Splits the values of a form into those of tokens and the others. */
export const tokenValuesIn = <Values extends TokenValues>({
  accessTokenTTL,
  accessTokenMaxTTL,
  accessTokenNumUsesLimit,
  addresses,
  ...others
}: Values) => ({ tokens: { accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit, addresses }, others });

export const tokenErrors = (values: TokenValues): Record<string, string> => ({
  ...durationErrors(values),
  ...(values.accessTokenMaxTTL > 0 &&
    values.accessTokenTTL > values.accessTokenMaxTTL && { accessTokenTTL: 'It cannot be longer than the maximum.' }),
});

/** The lifetimes that are offered for tokens and client secrets. */
export const lifetimes: readonly number[] = [3_600, day, 30 * day, 90 * day, 365 * day];

interface Props {
  readonly input: (name: keyof TokenValues) => GetInputPropsReturnType;
  readonly children?: ReactNode;
}

export const TokenFields = ({ input, children }: Props) => (
  <>
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <DurationField
        label="A token works for"
        none="As long as the maximum"
        choices={lifetimes}
        {...input('accessTokenTTL')}
      />
      <DurationField
        label="With renewals at most"
        none="No maximum"
        choices={lifetimes}
        {...input('accessTokenMaxTTL')}
      />
    </Group>
    <NumberField
      label="Uses of a token"
      description="How many requests it may be used for; 0 is unlimited."
      min={0}
      max={2_147_483_647}
      {...input('accessTokenNumUsesLimit')}
    />
    <LinesField
      label="Addresses that may use tokens (optional)"
      description="IP addresses or ranges such as 10.0.0.0/8, each on a line; any address without one."
      {...input('addresses')}
    />
    {children}
  </>
);
