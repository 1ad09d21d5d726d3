import { PasswordInput, Select, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { SettingsForm } from '../../components/settings-form.tsx';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { fieldsOf, presets, problemsOf, valuesOf, type SignOnValues, type StoredSignOn } from './providers.ts';

interface Props {
  readonly organization: { readonly id: string };
  readonly stored: StoredSignOn | undefined;
}

/** Creates or changes the provider of the organization. */
export const ProviderForm = ({ organization, stored }: Props) => {
  const mayEdit = useCanInOrganization().can(stored ? 'edit' : 'create', 'sso');
  const isStored = stored !== undefined;
  const form = useForm<SignOnValues>({
    initialValues: valuesOf(stored),
    validate: (values) => problemsOf(values, isStored),
  });
  const { preset } = form.values;
  const save = async (values: SignOnValues): Promise<void> => {
    const { clientSecret } = values;
    const body = { organizationId: organization.id, configurationType: 'discoveryURL' as const, ...fieldsOf(values) };
    if (isStored) await client.PATCH('/api/v1/sso/oidc/config', { body });
    else await client.POST('/api/v1/sso/oidc/config', { body: { ...body, clientSecret } });
    form.setFieldValue('clientSecret', '');
  };
  const choosePreset = (value: string | null): void => {
    form.setFieldValue('preset', value ?? 'own');
    form.setFieldValue('discoveryURL', presets.find((each) => each.value === value)?.address ?? '');
  };
  const input = (name: keyof SignOnValues) => ({ ...form.getInputProps(name), readOnly: !mayEdit });

  if (stored?.configurationType === 'custom')
    return <Text size="sm">This provider is configured with addresses of its own. Change it through the API.</Text>;
  return (
    <SettingsForm
      form={form}
      action={isStored ? 'Save single sign-on' : 'Set up single sign-on'}
      mayEdit={mayEdit}
      reason="You are not allowed to edit single sign-on."
      onSave={save}
      saved="Single sign-on is saved. Try it in a private window before you enforce it."
    >
      <Select
        label="Provider"
        data={presets.map(({ value, label }) => ({ value, label }))}
        allowDeselect={false}
        value={preset}
        readOnly={!mayEdit}
        description={presets.find(({ value }) => value === preset)?.hint}
        onChange={choosePreset}
      />
      <TextInput
        label="Address of the provider"
        description="The issuer, or its /.well-known/openid-configuration."
        maxLength={2048}
        spellCheck={false}
        {...input('discoveryURL')}
      />
      <TextInput label="Client id" maxLength={512} spellCheck={false} autoComplete="off" {...input('clientId')} />
      <PasswordInput
        label="Client secret"
        description={isStored ? 'One is stored. Enter another one to replace it.' : undefined}
        maxLength={2048}
        autoComplete="new-password"
        {...input('clientSecret')}
      />
      <TextInput
        label="Allowed e-mail domains"
        description="Separated by commas; *.example.com is everything below. Empty: only people who are invited."
        placeholder="example.com"
        maxLength={4096}
        spellCheck={false}
        {...input('allowedEmailDomains')}
      />
      <OrganizationRoleSelect label="Role at the first sign-in" {...input('defaultMembershipRole')} />
      <Switch
        label="The provider decides about groups"
        description="At each sign-in, the claim groups adds people to the groups that name such a group at the provider, and removes them from others that name one. Groups that name none are left alone."
        disabled={!mayEdit}
        {...form.getInputProps('manageGroupMemberships', { type: 'checkbox' })}
      />
      <Switch label="Active" disabled={!mayEdit} {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </SettingsForm>
  );
};
