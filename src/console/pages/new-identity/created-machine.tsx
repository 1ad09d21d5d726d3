import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { ReadCommands } from '../../client-commands/read-commands.tsx';
import { ShownOnce } from '../../client-commands/shown-once.tsx';
import { Section } from '../../components/section.tsx';
import type { Machine } from './create.ts';

/** The credentials of the new identity, and commands to use them. */
export const CreatedMachine = ({ machine, onAnother }: { machine: Machine; onAnother: () => void }) => {
  const { identityId, name, signIn, variables, projectIds } = machine;
  return (
    <Stack>
      {(signIn.method === 'universal-auth' || signIn.method === 'token-auth') && (
        <Section title={`1. Copy the credentials of ${name}`}>
          <ShownOnce variables={variables} />
        </Section>
      )}
      <Section title={signIn.method === 'oidc-auth' ? `Use ${name}` : '2. Use them'}>
        {signIn.method === 'oidc-auth' && (
          <Text size="sm">
            There is no secret to copy: the provider’s token, ID_TOKEN below, proves who the job is.
          </Text>
        )}
        <ReadCommands signIn={signIn} projectIds={projectIds} />
      </Section>
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          Create another
        </Button>
        <Button component={Link} href={`/identities/${identityId}`}>
          Done
        </Button>
      </Group>
    </Stack>
  );
};
