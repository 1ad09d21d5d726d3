import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { selectOrganization, useSession } from '../api/session.ts';
import { FailureMessage } from '../components/failure.tsx';
import { ListSkeleton } from '../components/page.tsx';
import { hasPasskeySupport } from '../second-factor/support.ts';
import { logIn, loginOf, type Credentials, type Login } from './login.ts';
import { OrganizationChoice } from './organization-choice.tsx';

const SecondFactorStep = lazy(async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }));

const logInByPasskey = async (): Promise<Login> => {
  const { logInWithPasskey } = await import('../second-factor/passkey.ts');
  return loginOf(await logInWithPasskey());
};

interface Props {
  readonly initial?: Login | undefined;
  /** What follows the form, such as a link. */
  readonly children?: ReactNode;
  /** Other ways to sign in. */
  readonly others?: ReactNode;
}

/** Signs in with a password or a passkey, chooses the organization if there are several, and asks for a second factor. */
export const LoginForm = ({ initial, children, others }: Props) => {
  const { challenge } = useSession();
  const [login, setLogin] = useState(initial);
  const form = useForm<Credentials>({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const submit = useMutation({
    meta: { showsError: true },
    mutationFn: async (credentials: Credentials | 'passkey') => {
      const next = credentials === 'passkey' ? await logInByPasskey() : await logIn(credentials);
      const [first, second] = next.organizations;
      if (first && !second) await selectOrganization(first.id, next.token);
      else setLogin(next);
    },
  });

  if (challenge)
    return (
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <SecondFactorStep challenge={challenge} />
      </Suspense>
    );
  if (login) return <OrganizationChoice login={login} onCancel={() => setLogin(undefined)} />;
  return (
    <Stack>
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
          {hasPasskeySupport() && (
            <Button variant="default" disabled={submit.isPending} onClick={() => submit.mutate('passkey')}>
              Sign in with a passkey
            </Button>
          )}
          {children}
        </Stack>
      </form>
      {others}
    </Stack>
  );
};
