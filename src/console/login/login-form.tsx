import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { selectOrganization, useSession } from '../api/session.ts';
import { PageForm } from '../components/page-form.tsx';
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
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? 'Enter your e-mail address.' : null),
      password: (password) => (password === '' ? 'Enter your password.' : null),
    },
  });
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
      <PageForm<Credentials>
        form={form}
        action="Sign in"
        save={submit}
        after={
          <>
            {hasPasskeySupport() && (
              <Button variant="default" disabled={submit.isPending} onClick={() => submit.mutate('passkey')}>
                Sign in with a passkey
              </Button>
            )}
            {children}
          </>
        }
      >
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          data-autofocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </PageForm>
      {others}
    </Stack>
  );
};
