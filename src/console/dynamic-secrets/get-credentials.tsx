import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { ShownOnce } from '../client-commands/shown-once.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { lengthAdvice, parseLength } from '../components/duration.ts';
import { LengthField } from '../components/duration-field.tsx';
import { fieldErrors, inputOf } from '../targets/fields.ts';
import type { FieldValues } from '../targets/input-field.ts';
import { kindOf } from './kinds/kinds.ts';
import { LeaseCountdown } from './lease-row.tsx';
import { TargetField } from '../targets/target-field.tsx';
import type { DynamicSecret, Place } from './use-dynamic-secrets.ts';

interface Props {
  readonly place: Place;
  readonly secret: DynamicSecret;
  readonly onClose: () => void;
}

interface Credentials {
  readonly lease: { readonly id: string; readonly createdAt: string; readonly expireAt: string };
  readonly variables: Readonly<Record<string, string>>;
}

interface Values {
  readonly ttl: string;
  readonly inputs: FieldValues;
}

const variablesOf = (data: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

interface ShownProps {
  readonly credentials: Credentials;
  readonly place: Place;
  readonly canRenew: boolean;
  readonly onClose: () => void;
}

const Shown = ({ credentials, place, canRenew, onClose }: ShownProps) => {
  const renew = api.useMutation('post', '/api/v1/dynamic-secrets/leases/{leaseId}/renew');
  const lease = renew.data?.lease ?? credentials.lease;
  const params = { path: { leaseId: lease.id } };
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status">
        The credentials are yours until the lease ends: <LeaseCountdown lease={lease} />
      </Alert>
      <ShownOnce variables={credentials.variables}>
        They are shown only now: the server does not store them. If they are lost, get others, and revoke these.
      </ShownOnce>
      <Group justify="flex-end">
        {canRenew && (
          <Button
            variant="default"
            loading={renew.isPending}
            onClick={() => renew.mutate({ params, body: { ...place } })}
          >
            Renew
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
};

const Form = ({ place, secret: { name, type, defaultTTL, maxTTL }, onClose }: Props) => {
  const [credentials, setCredentials] = useState<Credentials>();
  const create = api.useMutation('post', '/api/v1/dynamic-secrets/leases', {
    gcTime: 0,
    meta: { showsError: true },
  });
  const kind = kindOf(type, null);
  const field = kind?.leaseField;
  const form = useForm<Values>({
    initialValues: { ttl: '', inputs: field ? { [field.name]: field.initial } : {} },
    validate: ({ ttl, inputs }) => ({
      ttl: ttl.trim() === '' || parseLength(ttl) !== undefined ? null : lengthAdvice,
      ...(field && fieldErrors([field], inputs, false)),
    }),
  });
  if (credentials)
    return <Shown credentials={credentials} place={place} canRenew={kind?.canRenew ?? true} onClose={onClose} />;
  const save = async ({ ttl, inputs }: Values, forgetChanges: () => void): Promise<void> => {
    const value = field && inputs[field.name];
    const body = {
      ...place,
      dynamicSecretName: name,
      ...(ttl.trim() !== '' && { ttl: ttl.trim() }),
      ...(field && value !== '' && { config: { [field.name]: inputOf(field, value!) } }),
    };
    const { lease, data } = await create.mutateAsync({ body });
    create.reset();
    forgetChanges();
    setCredentials({ lease, variables: variablesOf(data) });
  };
  return (
    <DialogForm form={form} action="Get credentials" onSave={save} onClose={onClose} onSaved={() => undefined}>
      <LengthField
        label="How long (optional)"
        placeholder={defaultTTL}
        description={maxTTL === null ? undefined : `With all renewals, at most ${maxTTL}.`}
        data-autofocus
        {...form.getInputProps('ttl')}
      />
      {field && <TargetField field={field} isStored={false} input={form.getInputProps(`inputs.${field.name}`)} />}
      <Text size="sm" c="dimmed">
        They are made for you now, and revoked at their end.
      </Text>
    </DialogForm>
  );
};

/** Makes credentials, and shows them once; closed without a dynamic secret. */
export const GetCredentials = ({ secret, ...props }: Omit<Props, 'secret'> & { secret: DynamicSecret | undefined }) => (
  <Modal
    opened={secret !== undefined}
    onClose={props.onClose}
    closeOnClickOutside={false}
    title={`Get credentials of ${secret?.name ?? ''}`}
  >
    {secret && <Form secret={secret} {...props} />}
  </Modal>
);
