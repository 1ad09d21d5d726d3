import { Group, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';
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
  // A name or a role need more permissions: only what has changed is sent.
  const save = (values: typeof form.values) =>
    client.PATCH('/api/v1/identities/{identityId}', {
      params: pathOf(identity),
      body: {
        ...(values.name.trim() !== stored.name && { name: values.name.trim() }),
        ...(values.role !== stored.role && { role: values.role }),
        ...(values.hasDeleteProtection !== stored.hasDeleteProtection && {
          hasDeleteProtection: values.hasDeleteProtection,
        }),
      },
    });
  return (
    <Section title="General">
      <SettingsForm
        form={form}
        onSave={save}
        saved="The identity is saved."
        mayEdit={mayEdit}
        reason="You are not allowed to edit machine identities."
      >
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
      </SettingsForm>
    </Section>
  );
};
