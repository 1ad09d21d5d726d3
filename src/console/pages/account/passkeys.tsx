import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { closeDialog, openDialog } from '../../components/dialogs.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Section } from '../../components/section.tsx';
import { Ago } from '../../components/time.tsx';
import { addPasskey } from '../../second-factor/passkey.ts';
import { passkeyProblem } from '../../second-factor/support.ts';
import { ItemList } from '../../components/item-list.tsx';

type Passkey = components['schemas']['Passkey'];

interface NameProps {
  readonly initial: string;
  readonly action: string;
  readonly onSubmit: (name: string) => Promise<unknown>;
}

const modalId = 'passkey-name';

/** Asks for the name of a passkey, then does something with it. */
const NameForm = ({ initial, action, onSubmit }: NameProps) => {
  const form = useForm({
    initialValues: { name: initial },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  return (
    <DialogForm form={form} action={action} onSave={({ name }) => onSubmit(name)} onClose={() => closeDialog(modalId)}>
      <TextInput
        label="Name"
        description="To recognize it by, such as the device that it is on."
        maxLength={64}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
};

const openNameForm = (title: string, props: NameProps): void =>
  openDialog({ id: modalId, title, children: <NameForm {...props} /> });

const PasskeyRow = ({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) => {
  const options = { meta: { showsError: true } };
  const rename = api.useMutation('patch', '/api/v1/user/me/webauthn/{passkeyId}', options);
  const remove = api.useMutation('delete', '/api/v1/user/me/webauthn/{passkeyId}', options);
  const params = { path: { passkeyId: id } };
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          Added <Ago value={createdAt} />, {lastUsedAt ? 'used last ' : 'not used yet'}
          {lastUsedAt && <Ago value={lastUsedAt} />}
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button
          size="xs"
          variant="default"
          aria-label={`Rename ${name}`}
          onClick={() =>
            openNameForm('Rename the passkey', {
              initial: name,
              action: 'Rename',
              onSubmit: (next) => rename.mutateAsync({ params, body: { name: next } }),
            })
          }
        >
          Rename
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`Remove ${name}`}
          onClick={() =>
            confirm({
              title: 'Remove the passkey?',
              message: `“${name}” can no longer sign you in. Delete it on the device as well.`,
              action: 'Remove passkey',
              isDestructive: true,
              onConfirm: () => remove.mutateAsync({ params }),
            })
          }
        >
          Remove
        </Button>
      </Group>
    </Group>
  );
};

/** The passkeys of the signed-in person. */
export const Passkeys = () => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/user/me/webauthn');
  const add = (): void =>
    openNameForm('Add a passkey', {
      initial: '',
      action: 'Add passkey',
      onSubmit: async (name) => {
        await addPasskey(client, name);
        await refetch();
      },
    });
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face or PIN instead of a password. Nobody can ask you for one on another site."
      action={
        passkeyProblem() === undefined && (
          <Button size="xs" variant="default" onClick={add}>
            Add a passkey
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {passkeyProblem() ??
          `A passkey that you add here works at ${location.hostname} only, in every browser that has it.`}
      </Text>
      <ItemList
        label="Passkeys"
        items={data?.credentials}
        loading={{ error, refetch }}
        empty="You have no passkey yet."
        gap="sm"
      >
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />}
      </ItemList>
    </Section>
  );
};
