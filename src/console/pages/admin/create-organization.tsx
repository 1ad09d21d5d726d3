import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { addressesError, addressesIn } from '../../members/e-mail-addresses.ts';
import { InvitationLinks, type NewInvitations } from '../../members/invitation-links.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';

const CreateForm = ({ onClose }: { onClose: () => void }) => {
  const [invitations, setInvitations] = useState<NewInvitations>();
  const form = useForm({
    initialValues: { name: '', addresses: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      addresses: (text) => addressesError(text, 10),
    },
  });
  if (invitations)
    return (
      <Stack>
        <InvitationLinks {...invitations} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  const save = async ({ name, addresses }: typeof form.values) => {
    const body = { name: name.trim(), inviteAdminEmails: addressesIn(addresses) };
    setInvitations(await client.POST('/api/v1/admin/organization-management/organizations', { body }));
  };
  return (
    <DialogForm form={form} action="Create organization" onSave={save} onClose={onClose} onSaved={() => undefined}>
      <TextInput label="Name" maxLength={64} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="E-mail addresses of its administrators"
        description="They are invited; you do not become a member."
        autosize
        minRows={2}
        maxLength={3_000}
        {...form.getInputProps('addresses')}
      />
    </DialogForm>
  );
};

export const CreateOrganization = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create organization" closeOnClickOutside={false}>
    <CreateForm onClose={onClose} />
  </Modal>
);
