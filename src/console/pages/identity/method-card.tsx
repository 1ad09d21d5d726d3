import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCanInOrganization } from '../../access/use-can.ts';
import { Guarded } from '../../components/guarded.tsx';
import { methodNames, type AuthMethod } from '../../identity-auth/methods.ts';

interface Props {
  readonly method: AuthMethod;
  readonly summary: ReactNode;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
}

/** One way to sign in: its settings in short, and what changes them. */
export const MethodCard = ({ method, summary, onEdit, onRemove, children }: Props) => {
  const ability = useCanInOrganization();
  const name = methodNames[method];
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex={1} miw={200}>
            <Title order={3}>{name}</Title>
            <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
              {summary}
            </Text>
          </Stack>
          <Group gap="xs">
            <Guarded
              isAllowed={ability.can('edit-auth', 'identity')}
              reason="You are not allowed to change how machine identities sign in."
            >
              <Button size="compact-xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
                Edit
              </Button>
            </Guarded>
            <Guarded
              isAllowed={ability.can('revoke-auth', 'identity')}
              reason="You are not allowed to remove ways to sign in."
            >
              <Button size="compact-xs" variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
                Remove
              </Button>
            </Guarded>
          </Group>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
};
