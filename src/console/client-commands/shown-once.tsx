import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { copyText } from '../components/copy-text.ts';

interface Props {
  /** The environment variables, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Why they are shown only now; by default, because they are stored as a check value. */
  readonly children?: ReactNode;
}

const labels: Readonly<Record<string, string>> = {
  INFISICAL_CLIENT_ID: 'Client id',
  INFISICAL_CLIENT_SECRET: 'Client secret',
  INFISICAL_TOKEN: 'Token of the machine identity',
};

/** What everybody may know. */
const isPublic = (name: string): boolean =>
  ['INFISICAL_CLIENT_ID', 'DB_USERNAME', 'USERNAME', 'SIGNED_KEY'].includes(name);

const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

const checkedOnly =
  'It is shown only now: the server does not store it, only what it needs to check it, so that nobody who reads the database or a backup can sign in with it. If it is lost, create another one.';

/** Credentials, which can be copied only now: each by itself, or all as commands for a shell. */
export const ShownOnce = ({ variables, children = checkedOnly }: Props) => {
  const entries = Object.entries(variables);
  const commands = entries.map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`).join('');
  return (
    <Stack gap="xs">
      {entries.map(([name, value]) => {
        const label = labels[name] ?? name;
        const field = { flex: 1, readOnly: true, value, label, styles: monospace } as const;
        return (
          <Group key={name} gap={4} wrap="nowrap" align="flex-end" maw={560}>
            {isPublic(name) ? (
              <TextInput {...field} />
            ) : (
              <PasswordInput {...field} visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label}` }} />
            )}
            <CopyButton value={value} label={`the ${label}`} isSecret={!isPublic(name)} />
          </Group>
        );
      })}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTerminal2 size={14} />}
          title={`Exports ${Object.keys(variables).join(' and ')}: for the shell that starts the program`}
          onClick={() => void copyText(commands, true)}
        >
          Copy as shell commands
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
};
