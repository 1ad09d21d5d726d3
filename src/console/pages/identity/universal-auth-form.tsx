import { DurationField } from '../../components/duration-field.tsx';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import { addressesOf, addressLines } from '../../identity-auth/addresses.ts';
import {
  LockoutFields,
  lockoutValuesOf,
  newLockoutValues,
  type LockoutValues,
} from '../../identity-auth/lockout-fields.tsx';
import {
  newTokenValues,
  lifetimes,
  storedTokenValues,
  tokenBodyOf,
  tokenErrors,
  TokenFields,
  type TokenValues,
} from '../../identity-auth/token-fields.tsx';
import { pathOf } from './identity.ts';
import { MethodModal, type MethodFormProps } from './method-modal.tsx';
import { LinesField } from '../../components/lines-field.tsx';

type UniversalAuth = components['schemas']['UniversalAuth'];

interface Values extends TokenValues, LockoutValues {
  readonly accessTokenPeriod: number;
  readonly secretAddresses: string;
}

const newValues: Values = {
  ...newTokenValues,
  accessTokenPeriod: 0,
  secretAddresses: '',
  ...newLockoutValues,
};

const storedValues = (stored: UniversalAuth): Values => ({
  ...storedTokenValues(stored),
  accessTokenPeriod: stored.accessTokenPeriod,
  secretAddresses: addressLines(stored.clientSecretTrustedIps),
  ...lockoutValuesOf(stored),
});

const bodyOf = ({ secretAddresses, ...values }: Values) => {
  const { addresses, accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit, ...others } = values;
  return {
    ...others,
    ...tokenBodyOf({ addresses, accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit }),
    clientSecretTrustedIps: addressesOf(secretAddresses),
  };
};

const path = '/api/v1/auth/universal-auth/identities/{identityId}';

export const UniversalAuthModal = ({ identity, stored, onClose }: MethodFormProps<UniversalAuth>) => {
  const form = useForm<Values>({ initialValues: stored ? storedValues(stored) : newValues, validate: tokenErrors });
  const save = async (values: Values) => {
    const request = { params: pathOf(identity), body: bodyOf(values) };
    return stored ? await client.PATCH(path, request) : await client.POST(path, request);
  };
  return (
    <MethodModal title="Client secrets (universal auth)" form={form} isNew={!stored} onSave={save} onClose={onClose}>
      <TokenFields input={(name) => form.getInputProps(name)}>
        <DurationField
          label="Or renewed without a maximum, each time for"
          none="Off: the lifetimes above count"
          choices={lifetimes}
          {...form.getInputProps('accessTokenPeriod')}
        />
      </TokenFields>
      <LinesField
        label="Addresses that may use client secrets (optional)"
        description="IP addresses or ranges, each on a line; any address without one."
        {...form.getInputProps('secretAddresses')}
      />
      <LockoutFields isEnabled={form.values.lockoutEnabled} input={(name) => form.getInputProps(name)} />
    </MethodModal>
  );
};
