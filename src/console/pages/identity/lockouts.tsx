import { Badge, Button, Group, Text } from '@mantine/core';
import { useCanInOrganization } from '../../access/use-can.ts';
import type { Identity } from './identity.ts';

interface Props {
  readonly identity: Identity;
  readonly method: Identity['identity']['activeLockoutAuthMethods'][number];
  /** Lets all addresses in again. */
  readonly clear: { readonly isPending: boolean; readonly mutate: () => void };
}

/** Addresses that are locked out after failed logins, and a button that lets them in again. */
export const Lockouts = ({ identity, method, clear }: Props) => {
  const mayClear = useCanInOrganization().can('edit', 'identity');
  if (!identity.identity.activeLockoutAuthMethods.includes(method)) return null;
  return (
    <Group gap="xs">
      <Badge size="sm" color="red.9">
        Locked out
      </Badge>
      <Text size="sm">After too many failed logins from an address.</Text>
      {mayClear && (
        <Button size="compact-xs" variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
          Let it in again
        </Button>
      )}
    </Group>
  );
};
