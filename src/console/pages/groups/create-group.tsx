import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { FormActions } from '../../components/form-actions.tsx';

const CreateGroupForm = ({ onClose }: { onClose: () => void }) => {
  const [, navigate] = useLocation();
  const create = api.useMutation('post', '/api/v1/groups', { meta: { showsError: true } });
  const form = useForm({
    initialValues: { name: '', role: 'no-access' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const forgetChanges = useUnsaved(form.isDirty());
  const submit = form.onSubmit((body) =>
    create.mutate(
      { body },
      {
        onSuccess: ({ id }) => {
          forgetChanges();
          navigate(`/groups/${id}`);
        },
      },
    ),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
        <OrganizationRoleSelect
          description="What its members may do in the organization; projects give roles of their own."
          {...form.getInputProps('role')}
        />
        <FormActions action="Create group" isPending={create.isPending} error={create.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

export const CreateGroup = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create group" closeOnClickOutside={false}>
    <CreateGroupForm onClose={onClose} />
  </Modal>
);
