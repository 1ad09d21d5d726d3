import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureMessage } from '../components/failure.tsx';
import { Guarded } from '../components/guarded.tsx';
import { RowList } from '../components/row-list.tsx';
import { Section } from '../components/section.tsx';
import type { Project } from '../layout/project.tsx';
import type { FolderRef } from '../secrets/use-secrets.ts';
import { GetCredentials } from './get-credentials.tsx';
import { kindLabel } from './kinds/kinds.ts';
import { placeOf, useDynamicRights, useDynamicSecrets, type DynamicSecret } from './use-dynamic-secrets.ts';

export interface DynamicSecretsProps {
  readonly project: Project;
  readonly folder: FolderRef;
  /** Only those whose names contain it. */
  readonly search: string;
  readonly onOpen: (name: string) => void;
}

interface RowProps {
  readonly secret: DynamicSecret;
  readonly mayLease: boolean;
  readonly onOpen: () => void;
  readonly onLease: () => void;
}

export const leaseReason = ({ status }: DynamicSecret): string =>
  status === null ? 'You are not allowed to get credentials of it.' : 'It is being deleted.';

const Row = ({ secret, mayLease, onOpen, onLease }: RowProps) => {
  const { name, type, defaultTTL, status } = secret;
  return (
    <Group px="sm" py={6} gap="sm" justify="space-between">
      <Group gap="xs" miw={0} flex={1}>
        <IconHourglass size={16} stroke={1.6} aria-hidden />
        <Anchor component="button" type="button" size="sm" fw={500} c="inherit" onClick={onOpen}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {kindLabel(type, null)}, for {defaultTTL}
        </Text>
        {status !== null && (
          <Badge size="sm" variant="default">
            Being deleted
          </Badge>
        )}
      </Group>
      <Guarded isAllowed={mayLease && status === null} reason={leaseReason(secret)}>
        <Button size="compact-sm" variant="default" aria-label={`Get credentials of ${name}`} onClick={onLease}>
          Get credentials
        </Button>
      </Guarded>
    </Group>
  );
};

/** The dynamic secrets of a folder; nothing if there are none. */
export const DynamicSecrets = ({ project, folder, search, onOpen }: DynamicSecretsProps) => {
  const place = placeOf(project, folder);
  const rights = useDynamicRights(project, folder);
  const { data, error, refetch } = useDynamicSecrets(place, rights.mayList);
  const [leased, setLeased] = useState<DynamicSecret>();
  const wanted = search.trim().toLowerCase();
  const shown = data?.dynamicSecrets.filter(({ name }) => name.includes(wanted)) ?? [];
  if (error) return <FailureMessage error={error} onRetry={refetch} />;
  if (shown.length === 0) return null;
  return (
    <Section title="Dynamic secrets" description="Credentials that are made for whoever asks, and end by themselves.">
      <RowList label="Dynamic secrets" rows={shown} keyOf={({ id }) => id}>
        {(secret) => (
          <Row
            secret={secret}
            mayLease={rights.can('lease', secret)}
            onOpen={() => onOpen(secret.name)}
            onLease={() => setLeased(secret)}
          />
        )}
      </RowList>
      <GetCredentials place={place} secret={leased} onClose={() => setLeased(undefined)} />
    </Section>
  );
};
