import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx';
import { SetUpApp } from '../../second-factor/set-up-app.tsx';

const shownError = { meta: { showsError: true }, gcTime: 0 };

interface State {
  /** Whether the session is of single sign-on, which has a second factor of its own, and no passkeys. */
  readonly isSignOn: boolean;
  readonly isEnabled: boolean;
  readonly hasApp: boolean;
  readonly hasPasskeys: boolean;
}

const Explanation = ({ isSignOn, isEnabled, hasApp, hasPasskeys }: State) => {
  const method = isSignOn ? 'single sign-on' : 'your password';
  const factors = [...(hasApp ? ['an authenticator app'] : []), ...(hasPasskeys ? ['passkeys'] : [])].join(' and ');
  if (isEnabled)
    return (
      <Text size="sm">
        Signing in with {method} also asks for it. You have {factors}.
      </Text>
    );
  return (
    <Text size="sm">
      {factors === ''
        ? `Only ${method} is asked for when you sign in. Set up an authenticator app${isSignOn ? '' : ', or add a passkey below'}.`
        : `You have ${factors}, but only ${method} is asked for when you sign in.`}
    </Text>
  );
};

const Actions = ({
  state,
  onCodes,
  onSetUp,
}: {
  state: State;
  onCodes: (codes: string[]) => void;
  onSetUp: () => void;
}) => {
  const { isSignOn, isEnabled, hasApp, hasPasskeys } = state;
  const activate = api.useMutation('post', '/api/v2/users/me/mfa/activate', shownError);
  const deactivate = api.useMutation('post', '/api/v2/users/me/mfa/deactivate', shownError);
  const renew = api.useMutation('post', '/api/v1/user/me/mfa/recovery-codes', shownError);
  const remove = api.useMutation('delete', '/api/v1/user/me/totp', shownError);
  const error = activate.error ?? deactivate.error ?? renew.error ?? remove.error;
  const askToRemove = (): void =>
    confirm({
      title: 'Remove the authenticator app?',
      message: hasPasskeys
        ? 'Its codes stop working. Your passkeys stay.'
        : `Its codes and your recovery codes stop working, and only ${isSignOn ? 'single sign-on' : 'your password'} is asked for.`,
      action: 'Remove the app',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync({}),
    });
  return (
    <Stack gap="xs">
      <Group>
        {!hasApp && <Button onClick={onSetUp}>Set up an app</Button>}
        {!isEnabled && (hasApp || hasPasskeys) && (
          <Button
            loading={activate.isPending}
            onClick={() => activate.mutate({ body: {} }, { onSuccess: (data) => onCodes(data.recoveryCodes) })}
          >
            Turn it on
          </Button>
        )}
        {isEnabled && (
          <Button
            variant="default"
            loading={renew.isPending}
            onClick={() => renew.mutate({}, { onSuccess: (data) => onCodes(data.recoveryCodes) })}
          >
            New recovery codes
          </Button>
        )}
        {isEnabled && (
          <Button variant="default" loading={deactivate.isPending} onClick={() => deactivate.mutate({})}>
            Turn it off
          </Button>
        )}
        {hasApp && (
          <Button variant="default" onClick={askToRemove}>
            Remove the app
          </Button>
        )}
      </Group>
      <FailureMessage error={error} />
    </Stack>
  );
};

/** The second factor of the signed-in person, for the way in which the session was opened. */
export const SecondFactor = ({ isSignOn }: Pick<State, 'isSignOn'>) => {
  const account = api.useQuery('get', '/api/v2/users/me');
  const left = api.useQuery('get', '/api/v1/user/me/mfa/recovery-codes');
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const error = account.error ?? left.error;
  const reload = (): void => {
    setSettingUp(false);
    setCodes(undefined);
    void account.refetch();
    void left.refetch();
  };
  const methods = account.data?.user.mfaMethods ?? [];
  const isEnabled = account.data?.user.isMfaEnabled ?? false;
  const state = { isSignOn, isEnabled, hasApp: methods.includes('totp'), hasPasskeys: methods.includes('webauthn') };
  const remaining = left.data?.remaining ?? 0;

  return (
    <Section
      title="Second factor"
      description={
        isSignOn
          ? 'Is asked for when you sign in with this single sign-on, and nowhere else.'
          : 'Protects your account from everybody who learns your password.'
      }
      action={account.data && <Badge variant="default">{isEnabled ? 'On' : 'Off'}</Badge>}
    >
      {error ? (
        <FailureMessage error={error} onRetry={reload} />
      ) : !account.data || !left.data ? (
        <ListSkeleton rows={2} />
      ) : isSettingUp ? (
        <SetUpApp client={client} isEnabled={isEnabled} onDone={reload} onCancel={reload} />
      ) : codes ? (
        <RecoveryCodes codes={codes} onDone={reload} />
      ) : (
        <Stack gap="sm">
          <Explanation {...state} />
          {isEnabled && (
            <Text size="sm" c={remaining < 3 ? 'red' : 'dimmed'}>
              {remaining === 1 ? 'One recovery code is' : `${remaining} recovery codes are`} left.
            </Text>
          )}
          <Actions state={state} onCodes={setCodes} onSetUp={() => setSettingUp(true)} />
        </Stack>
      )}
    </Section>
  );
};
