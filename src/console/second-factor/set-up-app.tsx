import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { client } from '../api/client.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { FailureMessage } from '../components/failure.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  /** Who sends the requests: the session, or a login that is not complete yet. */
  readonly client: Pick<typeof client, 'POST'>;
  readonly headers?: Record<string, string>;
  /** Whether the second factor is on already, so that there are recovery codes. */
  readonly isEnabled: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const secretIn = (otpUrl: string): string => new URL(otpUrl).searchParams.get('secret') ?? '';

/** Sets up an authenticator app, turns the second factor on, and shows the recovery codes. */
export const SetUpApp = ({ client, headers = {}, isEnabled, onDone, onCancel }: Props) => {
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  const {
    data: otpUrl,
    error,
    refetch,
  } = useQuery({
    queryKey: ['totp-key', useId()],
    queryFn: async () => (await client.POST('/api/v1/user/me/totp/register', { headers })).otpUrl,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnMount: false,
  });
  const submit = useMutation({
    meta: { showsError: true, changesNothing: true },
    gcTime: 0,
    mutationFn: async () => {
      await client.POST('/api/v1/user/me/totp/verify', { headers, body: { totp: code } });
      if (isEnabled) return onDone();
      const body = { selectedMfaMethod: 'totp' as const };
      setCodes((await client.POST('/api/v2/users/me/mfa/activate', { headers, body })).recoveryCodes);
    },
  });

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (otpUrl === undefined) return <NotLoaded error={error} onRetry={refetch} rows={3} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Scan this code with an authenticator app such as Aegis, 1Password or Google Authenticator, then enter the six
          digits that it shows.
        </Text>
        <QrCode text={otpUrl} label="QR code with the key for the app" />
        <Group gap={4} wrap="nowrap">
          <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
            Or enter this key: <Code>{secretIn(otpUrl)}</Code>
          </Text>
          <CopyButton value={secretIn(otpUrl)} label="the key" isSecret />
        </Group>
        <TextInput
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw={240}
          required
          withAsterisk={false}
          data-autofocus
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <FailureMessage error={submit.error} />
        <Group>
          <Button type="submit" loading={submit.isPending}>
            Turn it on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
