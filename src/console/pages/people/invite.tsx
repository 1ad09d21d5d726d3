import { Alert, Button, Group, Modal, MultiSelect, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import { useProjects } from '../../api/projects.ts';
import { addressesError, addressesIn } from '../../members/e-mail-addresses.ts';
import { InvitationLinks } from '../../members/invitation-links.tsx';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';

type Invited = components['schemas']['InviteUsersResult'];

const Result = ({ invited, onClose }: { invited: Invited; onClose: () => void }) => {
  const { data } = useProjects();
  const refused = invited.grantFailures?.projectIds ?? [];
  const names = refused.map((projectId) => data?.projects.find(({ id }) => id === projectId)?.name ?? projectId);
  return (
    <Stack>
      <InvitationLinks {...invited} />
      {names.length > 0 && (
        <Alert color="yellow" variant="light">
          You are not allowed to add them to {names.join(', ')}.
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
};

const InviteForm = ({ onClose }: { onClose: () => void }) => {
  const { data } = useProjects();
  const [invited, setInvited] = useState<Invited>();
  const form = useForm({
    initialValues: { addresses: '', organizationRoleSlug: 'member', projectIds: [] as string[] },
    validate: { addresses: (text) => addressesError(text, 100) },
  });
  if (invited) return <Result invited={invited} onClose={onClose} />;
  const save = async ({ addresses, ...values }: typeof form.values) =>
    setInvited(
      await client.POST('/api/v1/invite-org/signup', { body: { inviteeEmails: addressesIn(addresses), ...values } }),
    );
  return (
    <DialogForm form={form} action="Invite" onSave={save} onClose={onClose} onSaved={() => undefined}>
      <Textarea
        label="E-mail addresses"
        description="Several are separated by commas, spaces or lines."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={30_000}
        data-autofocus
        {...form.getInputProps('addresses')}
      />
      <OrganizationRoleSelect {...form.getInputProps('organizationRoleSlug')} />
      <MultiSelect
        label="Projects (optional)"
        description="They become members of these, at most five."
        searchable
        maxValues={5}
        data={(data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('projectIds')}
      />
    </DialogForm>
  );
};

export const InviteModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Invite people" closeOnClickOutside={false}>
    <InviteForm onClose={onClose} />
  </Modal>
);
