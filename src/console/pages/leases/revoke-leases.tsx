import { Modal, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useProject } from '../../layout/project.tsx';

interface Props {
  /** Whoever has a lease, by id. */
  readonly creators: { readonly value: string; readonly label: string }[];
  readonly onClose: () => void;
}

interface Values {
  readonly environment: string | null;
  readonly secretPath: string;
  readonly createdBy: string | null;
}

const pathError = (path: string): string | null => {
  if (path.trim() === '' || path.startsWith('/')) return null;
  return 'Start the path with /.';
};

const Form = ({ creators, onClose }: Props) => {
  const { id: projectId, environments } = useProject();
  const form = useForm<Values>({
    initialValues: { environment: null, secretPath: '', createdBy: null },
    validate: {
      environment: (environment, { secretPath, createdBy }) =>
        environment === null && secretPath.trim() === '' && createdBy === null
          ? 'Choose an environment, a folder or somebody.'
          : null,
      secretPath: pathError,
    },
  });
  const revoke = async ({ environment, secretPath, createdBy }: Values): Promise<void> => {
    const body = {
      ...(environment !== null && { environment }),
      ...(secretPath.trim() !== '' && { secretPath: secretPath.trim() }),
      ...(createdBy !== null && { createdBy }),
    };
    const params = { path: { projectId } };
    const { count } = await client.POST('/api/v1/projects/{projectId}/leases/revoke', { params, body });
    notifications.show({ message: count === 1 ? 'One lease is being revoked.' : `${count} leases are being revoked.` });
  };
  return (
    <DialogForm form={form} action="Revoke leases" onSave={revoke} onClose={onClose}>
      <Text size="sm">Whoever has these credentials loses them at once. What you leave empty does not matter.</Text>
      <Select
        label="Environment"
        clearable
        clearButtonProps={{ 'aria-label': 'All environments' }}
        data={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
        {...form.getInputProps('environment')}
      />
      <TextInput
        label="Folder, with those below"
        placeholder="/app"
        maxLength={1_024}
        spellCheck={false}
        {...form.getInputProps('secretPath')}
      />
      <Select
        label="Who"
        clearable
        clearButtonProps={{ 'aria-label': 'Everybody' }}
        data={creators}
        {...form.getInputProps('createdBy')}
      />
    </DialogForm>
  );
};

/** Revokes the leases of an environment, a folder or somebody. */
export const RevokeLeases = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={props.onClose} title="Revoke many leases">
    <Form {...props} />
  </Modal>
);
