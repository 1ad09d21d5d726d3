import { Box, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { NewPassword, newPasswordError } from '../../components/new-password.tsx';
import { Section } from '../../components/section.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';

export const ChangePassword = () => {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password === '' ? 'Enter your current password.' : null),
      newPassword: newPasswordError,
    },
  });
  const change = async (body: typeof form.values): Promise<void> => {
    await client.POST('/api/v2/users/me/password', { body });
    form.reset();
  };
  return (
    <Section title="Password" description="Changing it ends all your other sessions.">
      <Box maw={400}>
        <SettingsForm
          form={form}
          action="Change password"
          onSave={change}
          saved="The password is changed, and every other session has ended."
        >
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <NewPassword label="New password" {...form.getInputProps('newPassword')} value={form.values.newPassword} />
        </SettingsForm>
      </Box>
    </Section>
  );
};
