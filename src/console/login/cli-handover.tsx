import { Anchor, Button, Code, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import { logOut, useSession } from '../api/session.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { FailureMessage, notifyFailure } from '../components/failure.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { codeOf, sendToCli, startCliSession } from './cli.ts';
import type { Organization } from './login.ts';

const HandedOver = () => (
  <Stack>
    <Text size="sm" role="status">
      The CLI is signed in. You can close this page and go on in the terminal.
    </Text>
    <Anchor component={Link} href="/" size="sm">
      Open the console
    </Anchor>
  </Stack>
);

/** A code to paste, where the browser cannot reach the CLI: it runs on another computer, or is not permitted. */
const CodeToPaste = ({ code }: { code: string }) => (
  <Stack gap="xs">
    <Text size="sm" role="status">
      This browser could not reach the CLI. Copy this code, and paste it where the CLI asks for a token. Whoever has it
      can act as you.
    </Text>
    <Textarea label="Code for the CLI" readOnly rows={6} value={code} ff="monospace" spellCheck={false} />
    <Group justify="flex-end">
      <CopyButton value={code} label="the code" isSecret />
    </Group>
  </Stack>
);

interface Props {
  readonly port: number;
  readonly email: string;
  readonly organizations: readonly Organization[];
}

const Handover = ({ port, email, organizations }: Props) => {
  const { organizationId = null } = useSession();
  const [chosen, setChosen] = useState(organizationId);
  const [code, setCode] = useState<string>();
  const name = organizations.find(({ id }) => id === chosen)?.name;
  const handOver = useMutation({
    meta: { showsError: true },
    mutationFn: async (id: string) => {
      const session = await startCliSession(id, email);
      if (!session) return;
      const isTaken = await sendToCli(port, session);
      if (!isTaken) setCode(codeOf(session));
    },
  });

  if (code !== undefined) return <CodeToPaste code={code} />;
  if (handOver.isSuccess) return <HandedOver />;
  return (
    <Stack>
      <Text size="sm">
        A program on this computer (port {port}) asks to act as you. Continue only if you have just run{' '}
        <Code>infisical login</Code> or <Code>sallyport login</Code> yourself.
      </Text>
      {organizations.length > 1 && (
        <Select
          label="Organization"
          data={organizations.map((each) => ({ value: each.id, label: each.name }))}
          value={chosen}
          allowDeselect={false}
          onChange={setChosen}
        />
      )}
      <Text size="sm">
        It gets a session of <b>{email}</b> in <b>{name}</b>, which you can end at any time under Account.
      </Text>
      <FailureMessage error={handOver.error} />
      <Button loading={handOver.isPending} disabled={chosen === null} onClick={() => chosen && handOver.mutate(chosen)}>
        Hand over the session
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={() => void logOut().catch(notifyFailure)}>
        Sign in with another account
      </Anchor>
    </Stack>
  );
};

/** Hands a session to the CLI that waits on a port of this computer, after a click that says so. */
export const CliHandover = ({ port }: { port: number }) => {
  const account = api.useQuery('get', '/api/v1/user');
  const organizations = api.useQuery('get', '/api/v1/organization');
  const error = account.error ?? organizations.error;
  const email = account.data?.user.email;
  if (email && organizations.data)
    return <Handover port={port} email={email} organizations={organizations.data.organizations} />;
  return <NotLoaded error={error} rows={3} />;
};
