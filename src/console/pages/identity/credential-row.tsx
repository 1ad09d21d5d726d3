import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCanInOrganization } from '../../access/use-can.ts';

interface Props {
  readonly title: string;
  readonly isEnded?: boolean;
  readonly details: ReactNode;
  readonly onRevoke: () => void;
}

/** A client secret or a token, which can be revoked. */
export const CredentialRow = ({ title, isEnded = false, details, onRevoke }: Props) => {
  const mayRevoke = useCanInOrganization().can('delete-token', 'identity');
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} truncate {...(isEnded && { c: 'dimmed' })}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {details}
        </Text>
      </Stack>
      {!isEnded && mayRevoke && (
        <Button size="compact-xs" variant="default" flex="none" aria-label={`Revoke ${title}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </Group>
  );
};
