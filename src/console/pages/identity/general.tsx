import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { pathOf, roleOf, type Identity } from './identity.ts';

/** Name, role and delete protection. */
export const General = ({ identity }: { identity: Identity }) => {
  const mayEdit = useCanInOrganization().can('edit', 'identity');
  const { name, hasDeleteProtection } = identity.identity;
  const stored = { name, role: roleOf(identity), hasDeleteProtection };
  const form = useForm({
    initialValues: stored,
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  useUnsaved(form.isDirty());
  const save = api.useMutation('patch', '/api/v1/identities/{identityId}', {
    meta: { showsError: true },
    onSuccess: () => {
      form.resetDirty();
      notifications.show({ message: 'The identity is saved.' });
    },
  });
  // A name or a role need more permissions: only what has changed is sent.
  const submit = form.onSubmit((values) =>
    save.mutate({
      params: pathOf(identity),
      body: {
        ...(values.name.trim() !== stored.name && { name: values.name.trim() }),
        ...(values.role !== stored.role && { role: values.role }),
        ...(values.hasDeleteProtection !== stored.hasDeleteProtection && {
          hasDeleteProtection: values.hasDeleteProtection,
        }),
      },
    }),
  );
  return (
    <Section title="General">
      <form noValidate onSubmit={submit}>
        <Stack>
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <TextInput label="Name" maxLength={255} disabled={!mayEdit} {...form.getInputProps('name')} />
            <OrganizationRoleSelect disabled={!mayEdit} {...form.getInputProps('role')} />
          </Group>
          <Switch
            label="Delete protection"
            description="The identity cannot be deleted while this is on."
            disabled={!mayEdit}
            {...form.getInputProps('hasDeleteProtection', { type: 'checkbox' })}
          />
          <FailureMessage error={save.error} />
          <Group justify="flex-end">
            <Guarded isAllowed={mayEdit} reason="You are not allowed to edit machine identities.">
              <Button type="submit" variant="default" size="xs" loading={save.isPending}>
                Save
              </Button>
            </Guarded>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
