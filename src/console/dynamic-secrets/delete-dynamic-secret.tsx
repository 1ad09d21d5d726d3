import { List, Stack, Text } from '@mantine/core';
import { api, client } from '../api/client.ts';
import { forgetAbout } from '../api/forget.ts';
import { queryClient } from '../api/query-client.ts';
import { confirm } from '../components/confirm.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import type { DynamicSecret, Place } from './use-dynamic-secrets.ts';

interface Deleted {
  readonly projectId: string;
  readonly place: Place;
  readonly secret: DynamicSecret;
  readonly onDeleted: () => void;
}

const maxNamed = 20;

const remove = async ({ place, secret: { id, name }, onDeleted }: Deleted, isForced: boolean): Promise<void> => {
  const params = { path: { dynamicSecretName: name } };
  await client.DELETE('/api/v1/dynamic-secrets/{dynamicSecretName}', { params, body: { ...place, isForced } });
  onDeleted();
  forgetAbout(queryClient, id);
  await queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.isRecorded });
};

export const askToDelete = (deleted: Deleted): void =>
  confirm({
    title: `Delete ${deleted.secret.name}?`,
    message: 'Its leases are revoked first. Until that is done, it is shown here, and nobody gets others.',
    action: 'Delete dynamic secret',
    isDestructive: true,
    name: deleted.secret.name,
    onConfirm: () => remove(deleted, false),
  });

/** The users that nobody removes after a forced deletion. */
const LeftBehind = ({ projectId, secret }: Deleted) => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/projects/{projectId}/leases', {
    params: { path: { projectId }, query: { dynamicSecretId: secret.id, offset: 0, limit: 1_000 } },
  });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={2} height={20} />;
  const names = data.leases.map(({ externalEntityId }) => externalEntityId);
  if (names.length === 0) return <Text size="sm">No users are left behind.</Text>;
  return (
    <>
      <Text size="sm">These users stay in the other system, until somebody removes them there:</Text>
      <List size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {names.slice(0, maxNamed).map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      {names.length > maxNamed && <Text size="sm">And {names.length - maxNamed} more.</Text>}
    </>
  );
};

export const askToForceDeletion = (deleted: Deleted): void =>
  confirm({
    title: `Delete ${deleted.secret.name} without revoking its leases?`,
    message: (
      <Stack gap="xs">
        <LeftBehind {...deleted} />
        <Text size="sm">The audit log keeps their names.</Text>
      </Stack>
    ),
    action: 'Delete now',
    isDestructive: true,
    name: deleted.secret.name,
    onConfirm: () => remove(deleted, true),
  });
