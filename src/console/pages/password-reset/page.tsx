import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { NewPassword, newPasswordError } from '../../components/new-password.tsx';
import { PageForm } from '../../components/page-form.tsx';
import { CenteredPage } from '../../layout/centered-page.tsx';
import { resetPassword, takeLink, type PasswordChange, type ResetLink } from './reset.ts';

const Done = ({ message }: { message: string }) => (
  <Stack>
    <Text size="sm" role="status">
      {message}
    </Text>
    <Button component={Link} href="/login">
      Sign in
    </Button>
  </Stack>
);

const NewLink = () => (
  <Anchor component={Link} href="/account-recovery" size="sm">
    Ask for a new link
  </Anchor>
);

const ResetForm = ({ link }: { link: ResetLink }) => {
  const form = useForm({
    initialValues: { newPassword: '', removeSecondFactor: false },
    validate: { newPassword: newPasswordError },
  });
  const reset = useMutation({
    meta: { showsError: true, changesNothing: true },
    mutationFn: (change: PasswordChange) => resetPassword(link, change),
  });
  if (reset.isSuccess) return <Done message={reset.data} />;
  return (
    <PageForm form={form} action="Set the password" save={reset} after={reset.isError && <NewLink />}>
      <TextInput label="E-mail address" type="email" autoComplete="username" value={link.email} readOnly />
      <NewPassword
        label="New password"
        autoFocus
        {...form.getInputProps('newPassword')}
        value={form.values.newPassword}
      />
      <Checkbox
        label="Also remove my authenticator app, passkeys and recovery codes"
        description="If you have lost them, or do not trust them any more."
        {...form.getInputProps('removeSecondFactor', { type: 'checkbox' })}
      />
    </PageForm>
  );
};

/** Sets a new password with a link. */
const PasswordResetPage = () => {
  const [link] = useState(takeLink);
  return (
    <CenteredPage title="Set a new password">
      {link ? (
        <ResetForm link={link} />
      ) : (
        <Stack>
          <Text size="sm">Open the link that you were sent. If you have none, ask for one.</Text>
          <NewLink />
        </Stack>
      )}
    </CenteredPage>
  );
};

export default PasswordResetPage;
