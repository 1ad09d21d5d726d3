import { Group as Row, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { pathOf, type Group } from './group.ts';

const slugError = (slug: string): string | null =>
  slug.length >= 5 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
    ? null
    : 'Use lower-case letters, digits and single hyphens, at least 5 of them.';

/** Name, slug and role of the group, and the group at the provider of single sign-on that it follows. */
export const General = ({ group }: { group: Group }) => {
  const ability = useCanInOrganization();
  const mayEdit = ability.can('edit', 'groups');
  const mayEditProvider = mayEdit && ability.can('edit', 'sso');
  const stored = {
    name: group.name,
    slug: group.slug,
    role: group.customRoleSlug ?? group.role,
    providerGroupName: group.providerGroupName ?? '',
  };
  const form = useForm({
    initialValues: stored,
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null), slug: slugError },
  });
  // Most of it needs more permissions: only what has changed is sent.
  const save = ({ name, slug, role, providerGroupName }: typeof form.values) =>
    client.PATCH('/api/v1/groups/{id}', {
      params: pathOf(group),
      body: {
        ...(name.trim() !== stored.name && { name: name.trim() }),
        ...(slug !== stored.slug && { slug }),
        ...(role !== stored.role && { role }),
        ...(providerGroupName.trim() !== stored.providerGroupName && {
          providerGroupName: providerGroupName.trim() || null,
        }),
      },
    });
  return (
    <Section title="General">
      <SettingsForm
        form={form}
        onSave={save}
        saved="The group is saved."
        mayEdit={mayEdit}
        reason="You are not allowed to edit groups."
      >
        <Row grow align="flex-start" preventGrowOverflow={false}>
          <TextInput label="Name" maxLength={255} disabled={!mayEdit} {...form.getInputProps('name')} />
          <TextInput
            label="Slug"
            maxLength={255}
            spellCheck={false}
            disabled={!mayEdit}
            {...form.getInputProps('slug')}
          />
          <OrganizationRoleSelect disabled={!mayEdit} {...form.getInputProps('role')} />
        </Row>
        {(mayEditProvider || stored.providerGroupName !== '') && (
          <TextInput
            label="Group at the single sign-on provider"
            description="If the provider decides about groups, each sign-in adds people who are in that group there, and removes others. Empty: sign-ins change nothing."
            maxLength={512}
            spellCheck={false}
            disabled={!mayEditProvider}
            {...form.getInputProps('providerGroupName')}
          />
        )}
      </SettingsForm>
    </Section>
  );
};
