import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { ShownOnce } from '../../client-commands/shown-once.tsx';
import { confirm } from '../../components/confirm.tsx';
import { durationErrors } from '../../components/duration.ts';
import { DurationField } from '../../components/duration-field.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { lifetimes } from '../../identity-auth/token-fields.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { CredentialRow } from './credential-row.tsx';
import { pathOf, type Identity } from './identity.ts';
import { ItemList } from '../../components/item-list.tsx';
import { CreateButton } from '../../components/create-button.tsx';

type ClientSecret = components['schemas']['ClientSecret'];

const path = '/api/v1/auth/universal-auth/identities/{identityId}/client-secrets';
const endOf = ({ createdAt, clientSecretTTL }: ClientSecret): string | undefined =>
  clientSecretTTL === 0 ? undefined : new Date(Date.parse(createdAt) + clientSecretTTL * 1000).toISOString();

const Details = ({ secret }: { secret: ClientSecret }) => {
  const end = endOf(secret);
  const { createdAt, clientSecretNumUses: uses, clientSecretNumUsesLimit: limit } = secret;
  return (
    <>
      created <Ago value={createdAt} />
      {end !== undefined && (
        <>
          , until <Time value={end} />
        </>
      )}
      , used {uses === 1 ? 'once' : `${uses} times`}
      {limit > 0 && ` of ${limit}`}
    </>
  );
};

interface CreateProps {
  readonly identity: Identity;
  readonly clientId: string;
  readonly onClose: () => void;
}

const CreateForm = ({ identity, clientId, onClose }: CreateProps) => {
  const [secret, setSecret] = useState<string>();
  const form = useForm({ initialValues: { description: '', ttl: 0 }, validate: durationErrors });
  if (secret !== undefined)
    return (
      <Stack>
        <ShownOnce variables={{ INFISICAL_CLIENT_ID: clientId, INFISICAL_CLIENT_SECRET: secret }} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  const save = async ({ description, ttl }: typeof form.values) => {
    const body = { description, ttl, numUsesLimit: 0 };
    setSecret((await client.POST(path, { params: pathOf(identity), body })).clientSecret);
  };
  return (
    <DialogForm form={form} action="Create" onSave={save} onClose={onClose} onSaved={() => undefined}>
      <TextInput
        label="What it is for"
        placeholder="The build server"
        maxLength={1024}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <DurationField
        label="It works for"
        none="Until it is revoked"
        choices={lifetimes}
        {...form.getInputProps('ttl')}
      />
    </DialogForm>
  );
};

/** The client secrets of the identity. */
export const ClientSecrets = ({ identity, clientId }: { identity: Identity; clientId: string }) => {
  const ability = useCanInOrganization();
  const [isCreating, { open, close }] = useDisclosure();
  const { data, error, refetch } = api.useQuery('get', path, { params: pathOf(identity) });
  const revoke = api.useMutation('post', `${path}/{clientSecretId}/revoke`, { meta: { showsError: true } });
  const ask = ({ id }: ClientSecret, title: string): void =>
    confirm({
      title: 'Revoke the client secret?',
      message: `Programs that sign in with ${title} can no longer do so, and the tokens that were issued for it end at once.`,
      action: 'Revoke',
      isDestructive: true,
      onConfirm: () =>
        revoke.mutateAsync({ params: { path: { identityId: identity.identityId, clientSecretId: id } } }),
    });
  return (
    <Stack gap="xs">
      <ItemList
        label="Client secrets"
        items={data?.clientSecretData}
        loading={{ error, refetch }}
        rows={1}
        empty="No client secrets yet."
      >
        {(secret) => {
          const title = `${secret.clientSecretPrefix}… ${secret.description}`.trim();
          return (
            <CredentialRow
              key={secret.id}
              title={title}
              details={<Details secret={secret} />}
              onRevoke={() => ask(secret, title)}
            />
          );
        }}
      </ItemList>
      <Group>
        <CreateButton
          label="Create client secret"
          isAllowed={ability.can('create-token', 'identity')}
          reason="You are not allowed to create client secrets."
          onClick={open}
        />
      </Group>
      <Modal opened={isCreating} onClose={close} title="Create client secret" closeOnClickOutside={false}>
        <CreateForm identity={identity} clientId={clientId} onClose={close} />
      </Modal>
    </Stack>
  );
};
