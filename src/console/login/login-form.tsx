import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { selectOrganization } from '../api/session.ts';
import { FailureMessage } from '../components/failure.tsx';
import { logIn, type Credentials, type Login } from './login.ts';
import { OrganizationChoice } from './organization-choice.tsx';

/** Signs in with e-mail address and password, and then chooses the organization if there are several. */
export const LoginForm = ({ initial }: { initial?: Login | undefined }) => {
  const [login, setLogin] = useState(initial);
  const form = useForm<Credentials>({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const submit = useMutation({
    meta: { showsError: true },
    mutationFn: async (credentials: Credentials) => {
      const next = await logIn(credentials);
      const [first, second] = next.organizations;
      if (first && !second) await selectOrganization(first.id, next.token);
      else setLogin(next);
    },
  });

  if (login) return <OrganizationChoice login={login} onCancel={() => setLogin(undefined)} />;
  return (
    <form onSubmit={form.onSubmit((credentials) => submit.mutate(credentials))}>
      <Stack>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <FailureMessage error={submit.error} />
        <Button type="submit" loading={submit.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
