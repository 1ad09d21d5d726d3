import { Group, Switch, Textarea } from '@mantine/core';
import { NumberField } from '../../components/number-field.tsx';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import { addressesOf, addressLines } from '../../identity-auth/addresses.ts';
import {
  newTokenValues,
  SecondsField,
  storedTokenValues,
  tokenBodyOf,
  tokenErrors,
  TokenFields,
  type TokenValues,
} from '../../identity-auth/token-fields.tsx';
import { pathOf } from './identity.ts';
import { MethodModal, type MethodFormProps } from './method-modal.tsx';

type UniversalAuth = components['schemas']['UniversalAuth'];

interface Values extends TokenValues {
  readonly accessTokenPeriod: number;
  readonly secretAddresses: string;
  readonly lockoutEnabled: boolean;
  readonly lockoutThreshold: number;
  readonly lockoutDurationSeconds: number;
  readonly lockoutCounterResetSeconds: number;
}

const newValues: Values = {
  ...newTokenValues,
  accessTokenPeriod: 0,
  secretAddresses: '',
  lockoutEnabled: true,
  lockoutThreshold: 3,
  lockoutDurationSeconds: 300,
  lockoutCounterResetSeconds: 30,
};

const storedValues = (stored: UniversalAuth): Values => ({
  ...storedTokenValues(stored),
  accessTokenPeriod: stored.accessTokenPeriod,
  secretAddresses: addressLines(stored.clientSecretTrustedIps),
  lockoutEnabled: stored.lockoutEnabled,
  lockoutThreshold: stored.lockoutThreshold,
  lockoutDurationSeconds: stored.lockoutDurationSeconds,
  lockoutCounterResetSeconds: stored.lockoutCounterResetSeconds,
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
        <SecondsField
          label="Or renewed without a maximum, each time for"
          zero="Off: the lifetimes above count"
          input={form.getInputProps('accessTokenPeriod')}
        />
      </TokenFields>
      <Textarea
        label="Addresses that may use client secrets (optional)"
        description="IP addresses or ranges, each on a line; any address without one."
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps('secretAddresses')}
      />
      <Switch
        label="Lock out addresses after failed logins"
        {...form.getInputProps('lockoutEnabled', { type: 'checkbox' })}
      />
      {form.values.lockoutEnabled && (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NumberField label="Failed logins" min={1} max={30} {...form.getInputProps('lockoutThreshold')} />
          <NumberField
            label="Locked for, in seconds"
            min={30}
            max={86_400}
            {...form.getInputProps('lockoutDurationSeconds')}
          />
          <NumberField
            label="Forgotten after, in seconds"
            min={5}
            max={3_600}
            {...form.getInputProps('lockoutCounterResetSeconds')}
          />
        </Group>
      )}
    </MethodModal>
  );
};
