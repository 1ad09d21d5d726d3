import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCanInOrganization } from '../../access/use-can.ts';
import { confirm } from '../../components/confirm.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { methodNames, type AuthMethod } from '../../identity-auth/methods.ts';

interface Props {
  readonly method: AuthMethod;
  readonly summary: ReactNode;
  /** The form that changes it. */
  readonly form: (close: () => void) => ReactNode;
  /** What ends when it is removed. */
  readonly loss: string;
  readonly onRemove: () => Promise<unknown>;
  readonly children?: ReactNode;
}

const nouns: Readonly<Record<AuthMethod, string>> = {
  'universal-auth': 'client secrets',
  'kubernetes-auth': 'Kubernetes auth',
  'oidc-auth': 'OpenID Connect',
  'jwt-auth': 'JWT auth',
  'tls-cert-auth': 'TLS certificate auth',
  'aws-auth': 'AWS auth',
  'azure-auth': 'Azure auth',
  'gcp-auth': 'GCP auth',
  'ldap-auth': 'LDAP auth',
  'token-auth': 'tokens',
};

/** One way to sign in: its settings in short, and what changes them. */
export const MethodCard = ({ method, summary, form, loss, onRemove, children }: Props) => {
  const ability = useCanInOrganization();
  const [isEditing, { open, close }] = useDisclosure();
  const name = methodNames[method];
  const remove = useMutation({
    mutationFn: onRemove,
    meta: { showsError: true, removes: `/api/v1/auth/${method}/identities/{identityId}` },
  });
  const ask = (): void =>
    confirm({
      title: `Remove ${nouns[method]}?`,
      message: loss,
      action: 'Remove',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync(),
    });
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
              <Button size="compact-xs" variant="default" aria-label={`Edit ${name}`} onClick={open}>
                Edit
              </Button>
            </Guarded>
            <Guarded
              isAllowed={ability.can('revoke-auth', 'identity')}
              reason="You are not allowed to remove ways to sign in."
            >
              <Button size="compact-xs" variant="default" aria-label={`Remove ${name}`} onClick={ask}>
                Remove
              </Button>
            </Guarded>
          </Group>
        </Group>
        {children}
        {isEditing && form(close)}
      </Stack>
    </Paper>
  );
};
