import { Group, Modal, NumberInput, Stack, Switch, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { useUnsaved } from '../../components/unsaved.ts';
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
import { FormActions } from '../../components/form-actions.tsx';
import { pathOf, type Identity } from './identity.ts';

type UniversalAuth = components['schemas']['UniversalAuth'];

interface Props {
  readonly identity: Identity;
  /** Undefined to attach it. */
  readonly stored?: UniversalAuth | undefined;
  readonly onClose: () => void;
}

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

const UniversalAuthForm = ({ identity, stored, onClose }: Props) => {
  const options = { meta: { showsError: true }, onSuccess: onClose };
  const attach = api.useMutation('post', path, options);
  const update = api.useMutation('patch', path, options);
  const form = useForm<Values>({ initialValues: stored ? storedValues(stored) : newValues, validate: tokenErrors });
  useUnsaved(form.isDirty());
  const params = pathOf(identity);
  const submit = form.onSubmit((values) => (stored ? update : attach).mutate({ params, body: bodyOf(values) }));
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
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
            <NumberInput label="Failed logins" min={1} max={30} {...form.getInputProps('lockoutThreshold')} />
            <NumberInput
              label="Locked for, in seconds"
              min={30}
              max={86_400}
              {...form.getInputProps('lockoutDurationSeconds')}
            />
            <NumberInput
              label="Forgotten after, in seconds"
              min={5}
              max={3_600}
              {...form.getInputProps('lockoutCounterResetSeconds')}
            />
          </Group>
        )}
        <FormActions
          action={stored ? 'Save' : 'Add'}
          isPending={attach.isPending || update.isPending}
          error={attach.error ?? update.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};

export const UniversalAuthModal = (props: Props) => (
  <Modal opened onClose={props.onClose} title="Client secrets (universal auth)" size="lg">
    <UniversalAuthForm {...props} />
  </Modal>
);
