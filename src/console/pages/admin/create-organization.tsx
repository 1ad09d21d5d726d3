import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import { addressesError, addressesIn } from '../../members/e-mail-addresses.ts';
import { InvitationLinks, type NewInvitations } from '../../members/invitation-links.tsx';
import { FormActions } from '../../components/form-actions.tsx';

const CreateForm = ({ onClose }: { onClose: () => void }) => {
  const [invitations, setInvitations] = useState<NewInvitations>();
  const create = api.useMutation('post', '/api/v1/admin/organization-management/organizations', {
    meta: { showsError: true },
    gcTime: 0,
    onSuccess: setInvitations,
  });
  const form = useForm({
    initialValues: { name: '', addresses: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      addresses: (text) => addressesError(text, 10),
    },
  });
  useUnsaved(form.isDirty() && invitations === undefined);
  if (invitations)
    return (
      <Stack>
        <InvitationLinks {...invitations} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  const submit = form.onSubmit(({ name, addresses }) =>
    create.mutate({ body: { name: name.trim(), inviteAdminEmails: addressesIn(addresses) } }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput label="Name" maxLength={64} data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label="E-mail addresses of its administrators"
          description="They are invited; you do not become a member."
          autosize
          minRows={2}
          maxLength={3_000}
          {...form.getInputProps('addresses')}
        />
        <FormActions
          action="Create organization"
          isPending={create.isPending}
          error={create.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};

export const CreateOrganization = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create organization" closeOnClickOutside={false}>
    <CreateForm onClose={onClose} />
  </Modal>
);
