import { Button, Divider, Group, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../api/client.ts';
import { endConfirmation, useConfirmation } from '../api/confirmation.ts';
import { bearer, useSession } from '../api/session.ts';
import { FailureMessage } from '../components/failure.tsx';
import { FormActions } from '../components/form-actions.tsx';
import { useReturnFocus } from '../components/return-focus.ts';
import { PasskeyButton } from '../second-factor/passkey-button.tsx';
import { hasPasskeySupport } from '../second-factor/support.ts';
import { rememberAddress } from './return-address.ts';
import { signOnAddress } from './sign-on-address.ts';

const PasswordForm = () => {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? 'Enter your password.' : null) },
  });
  const confirm = api.useMutation('post', '/api/v1/auth/reauthenticate', {
    meta: { showsError: true, changesNothing: true },
    onSuccess: () => endConfirmation(true),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((body) => confirm.mutate({ body }))}>
      <Stack>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <FormActions
          action="Confirm"
          isPending={confirm.isPending}
          error={confirm.error}
          onCancel={() => endConfirmation(false)}
        />
      </Stack>
    </form>
  );
};

const confirmWithPasskey = async (): Promise<void> => {
  const { showPasskey } = await import('../second-factor/passkey.ts');
  await showPasskey(bearer());
  endConfirmation(true);
};

/** Confirms with what the account has of its own: a passkey or the password. */
const OwnMethods = () => {
  const { data } = api.useQuery('get', '/api/v1/user/me/webauthn');
  const hasPasskeys = hasPasskeySupport() && data !== undefined && data.credentials.length > 0;
  return (
    <Stack>
      <Text size="sm">You signed in more than ten minutes ago. Confirm that it is you to go on.</Text>
      {hasPasskeys && (
        <>
          <PasskeyButton onUse={confirmWithPasskey} />
          <Divider label="or" />
        </>
      )}
      <PasswordForm />
    </Stack>
  );
};

/** Leads to the provider that the session was opened with, and back to this page. */
const ProviderSignIn = () => {
  const { organizationId = '' } = useSession();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/organization/{organizationId}', {
    params: { path: { organizationId } },
  });
  if (error) return <FailureMessage error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={96} />;
  return (
    <Stack>
      <Text size="sm">
        You signed in with single sign-on more than ten minutes ago. Sign in with it again: you come back to this page,
        and can then repeat what you wanted to do. What you have not saved is lost.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => endConfirmation(false)}>
          Cancel
        </Button>
        <Button
          component="a"
          href={signOnAddress(data.organization.slug, undefined)}
          onClick={rememberAddress}
          data-autofocus
        >
          Sign in again
        </Button>
      </Group>
    </Stack>
  );
};

/** Asks over the page who it is when a request needs a recent sign-in, as the session signed in; the request waits. */
export const ConfirmSignIn = () => {
  const method = useConfirmation();
  useReturnFocus();
  return (
    <Modal
      opened={method !== undefined}
      onClose={() => endConfirmation(false)}
      closeOnClickOutside={false}
      zIndex={900}
      title="Confirm that it is you"
    >
      {method === 'single-sign-on' ? <ProviderSignIn /> : <OwnMethods />}
    </Modal>
  );
};
