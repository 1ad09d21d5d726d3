import { Checkbox, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../api/client.ts';
import { forgetAbout } from '../api/forget.ts';
import { queryClient } from '../api/query-client.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { closeDialog, openDialog } from '../components/dialogs.ts';
import type { Rotation } from './kinds.ts';

interface Props {
  readonly rotation: Rotation;
  readonly onDeleted: () => void;
}

const Form = ({ rotation, onDeleted, onClose }: Props & { onClose: () => void }) => {
  const { id, type, secretsMapping } = rotation;
  const form = useForm({ initialValues: { deleteSecrets: false, revokeGeneratedCredentials: false } });
  return (
    <DialogForm
      form={form}
      action="Delete rotation"
      onSave={async ({ deleteSecrets, revokeGeneratedCredentials }) => {
        const flag = (isSet: boolean): 'true' | 'false' => (isSet ? 'true' : 'false');
        const query = {
          deleteSecrets: flag(deleteSecrets),
          revokeGeneratedCredentials: flag(revokeGeneratedCredentials),
        };
        const params = { path: { type, rotationId: id }, query };
        await client.DELETE('/api/v2/secret-rotations/{type}/{rotationId}', { params });
        onDeleted();
        forgetAbout(queryClient, id);
      }}
      onClose={onClose}
    >
      <Text size="sm">
        The secrets {secretsMapping.username} and {secretsMapping.password} keep their values, and can be changed by
        hand again.
      </Text>
      <Checkbox label="Delete the two secrets, too" {...form.getInputProps('deleteSecrets', { type: 'checkbox' })} />
      <Checkbox
        label="Make the passwords of the users invalid first"
        {...form.getInputProps('revokeGeneratedCredentials', { type: 'checkbox' })}
      />
    </DialogForm>
  );
};

export const askToDeleteRotation = ({ rotation, onDeleted }: Props): void => {
  const id = crypto.randomUUID();
  openDialog({
    id,
    title: `Delete ${rotation.name}?`,
    children: <Form rotation={rotation} onDeleted={onDeleted} onClose={() => closeDialog(id)} />,
  });
};
