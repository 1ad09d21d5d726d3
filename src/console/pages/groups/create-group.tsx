import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { client } from '../../api/client.ts';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';

const CreateGroupForm = ({ onClose }: { onClose: () => void }) => {
  const [, navigate] = useLocation();
  const form = useForm({
    initialValues: { name: '', role: 'no-access' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  return (
    <DialogForm
      form={form}
      action="Create group"
      onSave={async (body, forgetChanges) => {
        const { id } = await client.POST('/api/v1/groups', { body });
        forgetChanges();
        navigate(`/groups/${id}`);
      }}
      onClose={onClose}
      onSaved={() => undefined}
    >
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <OrganizationRoleSelect
        description="What its members may do in the organization; projects give roles of their own."
        {...form.getInputProps('role')}
      />
    </DialogForm>
  );
};

export const CreateGroup = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create group" closeOnClickOutside={false}>
    <CreateGroupForm onClose={onClose} />
  </Modal>
);
