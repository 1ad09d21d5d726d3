import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { currentToken } from '../../api/session.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { PageForm } from '../../components/page-form.tsx';
import { joinWith, signInAndJoin, type Invitation } from './invitation.ts';

/** For somebody who does not know the password, never had one, or has to show that the address is theirs. */
const NewPasswordLink = () => (
  <Anchor component={Link} href="/account-recovery" size="sm">
    Set a new password
  </Anchor>
);

/** Joins with the account that is signed in in this browser. */
export const JoinButton = ({ invitation }: { invitation: Invitation }) => {
  const join = useMutation({
    meta: { showsError: true },
    mutationFn: () => joinWith(invitation, currentToken() ?? ''),
  });
  return (
    <Stack>
      <Text size="sm">You are signed in as {invitation.email}.</Text>
      <FailureMessage error={join.error} />
      <Button loading={join.isPending} onClick={() => join.mutate()} autoFocus>
        Join
      </Button>
      {join.isError && <NewPasswordLink />}
    </Stack>
  );
};

/** Asks somebody who has an account already for its password. */
export const SignInForm = ({ invitation }: { invitation: Invitation }) => {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? 'Enter your password.' : null) },
  });
  const join = useMutation({
    meta: { showsError: true },
    mutationFn: ({ password }: { password: string }) => signInAndJoin(invitation, password),
  });
  return (
    <PageForm form={form} action="Sign in and join" save={join} after={<NewPasswordLink />}>
      <Text size="sm">You have an account on this server. Sign in to join.</Text>
      <TextInput label="E-mail address" type="email" autoComplete="username" value={invitation.email} readOnly />
      <PasswordInput label="Password" autoComplete="current-password" autoFocus {...form.getInputProps('password')} />
    </PageForm>
  );
};
