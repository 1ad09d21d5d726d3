import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  bearer,
  cancelChallenge,
  completeChallenge,
  publicApi,
  selectOrganization,
  type Challenge,
} from '../api/session.ts';
import { NotLoaded } from '../components/not-loaded.tsx';
import { PageForm } from '../components/page-form.tsx';
import { showPasskey } from '../second-factor/passkey.ts';
import { PasskeyButton } from '../second-factor/passkey-button.tsx';
import { hasPasskeySupport } from '../second-factor/support.ts';
import { SetUpApp } from '../second-factor/set-up-app.tsx';

const CodeForm = () => {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? 'Enter the code.' : null) },
  });
  const submit = useMutation({
    meta: { showsError: true },
    mutationFn: ({ code }: typeof form.values) => completeChallenge(code),
  });
  return (
    <PageForm form={form} action="Continue" save={submit}>
      <TextInput
        label="Code"
        description="The six digits of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        data-autofocus
        {...form.getInputProps('code')}
      />
    </PageForm>
  );
};

const confirmWithPasskey = async ({ organizationId, login }: Challenge): Promise<void> => {
  await showPasskey(bearer(login));
  await selectOrganization(organizationId, login);
};

/** What the account has set up. */
const factorsOf = async ({ mfaToken }: Challenge) => {
  const headers = bearer(mfaToken);
  const [totp, webauthn] = await Promise.all([
    publicApi.GET('/api/v2/auth/mfa/check/totp', { headers }),
    publicApi.GET('/api/v2/auth/mfa/check/webauthn', { headers }),
  ]);
  return { hasApp: totp.isVerified, hasPasskeys: webauthn.hasPasskeys };
};

/** Asks for the second factor of a login, or sets one up if there is none. */
export const SecondFactorStep = ({ challenge }: { challenge: Challenge }) => {
  const { organizationId, login } = challenge;
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factors', challenge.mfaToken],
    queryFn: () => factorsOf(challenge),
    gcTime: 0,
    staleTime: Infinity,
  });
  const isNew = data && !data.hasApp && !data.hasPasskeys;
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={3} />;
  if (isNew)
    return (
      <Stack>
        <Text size="sm">A second factor is required here. Set one up to go on.</Text>
        <SetUpApp
          client={publicApi}
          headers={bearer(login)}
          isEnabled={false}
          onDone={() => void selectOrganization(organizationId, login)}
          onCancel={cancelChallenge}
        />
      </Stack>
    );
  return (
    <Stack>
      {data.hasPasskeys && hasPasskeySupport() && <PasskeyButton onUse={() => confirmWithPasskey(challenge)} />}
      <CodeForm />
      <Anchor component="button" type="button" size="sm" onClick={cancelChallenge}>
        Sign in with another account
      </Anchor>
    </Stack>
  );
};
