import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../components/copy-button.tsx';
import { download } from '../components/download.ts';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes, which are shown only now. */
export const RecoveryCodes = ({ codes, onDone }: Props) => (
  <Stack gap="sm">
    <Text size="sm">
      Each of these recovery codes signs you in once if you do not have your second factor. They are shown only now:
      keep them where you keep your passwords.
    </Text>
    <Code block aria-label="Recovery codes" role="group">
      {codes.join('\n')}
    </Code>
    <Group>
      <Button onClick={onDone}>I have saved them</Button>
      <Button variant="default" onClick={() => download(`${codes.join('\n')}\n`, 'sallyport-recovery-codes.txt')}>
        Download
      </Button>
      <CopyButton value={codes.join('\n')} label="the recovery codes" isSecret />
    </Group>
  </Stack>
);
