import { Group, PasswordInput, Stack, Text } from '@mantine/core';
import { CopyButton } from '../components/copy-button.tsx';

interface Props {
  /** What it is, with a capital: "Token of the machine identity". */
  readonly label: string;
  /** The environment variables, by name. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Credentials as commands for a shell, which can be copied only now. */
export const ShownOnce = ({ label, variables }: Props) => {
  const commands = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  return (
    <Stack gap={4}>
      <Text size="sm">
        The copied text exports {Object.keys(variables).join(' and ')}: paste it into the shell that starts the program.
      </Text>
      <Group gap={4} wrap="nowrap" maw={560}>
        <PasswordInput
          flex={1}
          readOnly
          value={commands.join('; ')}
          aria-label={label}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide it' }}
        />
        <CopyButton value={commands.join('\n')} label="the commands that set it" isSecret />
      </Group>
      <Text size="sm" c="dimmed">
        It is shown only now: the server does not store it, only what it needs to check it, so that nobody who reads the
        database or a backup can sign in with it. If it is lost, create another one.
      </Text>
    </Stack>
  );
};
