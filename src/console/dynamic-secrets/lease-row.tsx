import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useCan } from '../access/use-can.ts';
import { confirm } from '../components/confirm.tsx';
import { Ago, Time } from '../components/time.tsx';
import { useProject } from '../layout/project.tsx';
import { folderHref } from '../secrets/addresses.ts';
import { Countdown } from '../temporary-access/countdown.tsx';
import { askToForget } from './forget-lease.tsx';
import { kindLabel, kindOf } from './kinds/kinds.ts';
import { useLeaseActions, type Lease } from './use-leases.ts';

interface Props {
  readonly lease: Lease;
  /** Whether it is in a list of its dynamic secret. */
  readonly isOfOne: boolean;
}

/** When a lease ends. */
export const LeaseCountdown = ({
  lease: { createdAt, expireAt },
}: {
  lease: Pick<Lease, 'createdAt' | 'expireAt'>;
}) => <Countdown span={{ startsAt: Date.parse(createdAt), endsAt: Date.parse(expireAt) }} />;

const Actions = ({ lease }: { lease: Lease }) => {
  const project = useProject();
  const { renew, revoke, retry, forget, isBusy } = useLeaseActions(project, lease);
  const { status, type, environment, secretPath, externalEntityId: name } = lease;
  const mayForget = useCan(project).may('delete-root-credential', 'dynamic-secrets', { environment, secretPath });
  const askToRevoke = (): void =>
    confirm({
      title: 'Revoke the lease?',
      message: `The user ${name} is removed, and its sessions end.`,
      action: 'Revoke lease',
      isDestructive: true,
      onConfirm: revoke,
    });
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-xs" variant="default" aria-label={`${label} ${name}`} disabled={isBusy} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {status === 'active' && (kindOf(type, null)?.canRenew ?? true) && button('Renew', renew)}
      {status === 'active' && button('Revoke', askToRevoke)}
      {status === 'failed' && button('Try again', retry)}
      {status === 'failed' && mayForget && button('Forget', () => askToForget(name, forget))}
    </Group>
  );
};

/** What it is a lease of, with a link to that. */
const Source = ({ lease: { dynamicSecretName, type, environment, secretPath } }: { lease: Lease }) => {
  const href = `${folderHref(useProject().slug, environment, secretPath)}?dynamic=${encodeURIComponent(dynamicSecretName)}`;
  return (
    <Group gap="xs">
      <Anchor component={Link} href={href} size="sm" fw={500}>
        {dynamicSecretName}
      </Anchor>
      <Text size="sm" c="dimmed">
        {kindLabel(type, null)}, {environment} {secretPath}
      </Text>
    </Group>
  );
};

/** Who has credentials until when, and what the server does with them. */
export const LeaseRow = ({ lease, isOfOne }: Props) => {
  const { externalEntityId, status, createdBy, createdByName, createdAt, attempts, lastError, nextAttemptAt } = lease;
  return (
    <Group px="sm" py={8} gap="xs" justify="space-between" align="flex-start">
      <Stack gap={2} miw={0} flex="1 1 260px">
        {!isOfOne && <Source lease={lease} />}
        <Group gap="xs">
          <Text size="sm" fw={isOfOne ? 500 : 400} style={{ overflowWrap: 'anywhere' }}>
            {createdByName ?? createdBy}
          </Text>
          {status !== 'active' && (
            <Badge size="sm" variant="default">
              {status === 'failed' ? 'Not revoked' : 'Being revoked'}
            </Badge>
          )}
        </Group>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {externalEntityId}
        </Text>
        <Text size="sm" c="dimmed">
          Created <Ago value={createdAt} />, <LeaseCountdown lease={lease} />
        </Text>
        {status === 'failed' && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            It could not be revoked {attempts === 1 ? 'once' : `${attempts} times`}: {lastError}
            {nextAttemptAt !== null && (
              <>
                {' '}
                Next attempt <Time value={nextAttemptAt} format="seconds" />.
              </>
            )}
          </Text>
        )}
      </Stack>
      <Actions lease={lease} />
    </Group>
  );
};
