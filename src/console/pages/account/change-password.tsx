import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { NewPassword, newPasswordError } from '../../components/new-password.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';

export const ChangePassword = () => {
  const change = api.useMutation('post', '/api/v2/users/me/password', { meta: { showsError: true } });
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password === '' ? 'Enter your current password.' : null),
      newPassword: newPasswordError,
    },
  });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit(
    (body) => {
      change.mutate(
        { body },
        {
          onSuccess: ({ message }) => {
            form.reset();
            notifications.show({ message });
          },
        },
      );
    },
    (errors) => form.getInputNode(Object.keys(errors)[0]!)?.focus(),
  );
  return (
    <Section title="Password" description="Changing it ends all your other sessions.">
      <form noValidate onSubmit={submit}>
        <Stack maw={400}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <NewPassword label="New password" {...form.getInputProps('newPassword')} value={form.values.newPassword} />
          <FailureMessage error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
