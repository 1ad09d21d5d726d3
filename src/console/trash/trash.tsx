import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFolder, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { api, client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { confirm } from '../components/confirm.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Guarded } from '../components/guarded.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { RowList } from '../components/row-list.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import { Ago, Time } from '../components/time.tsx';
import type { Project } from '../layout/project.tsx';
import { useSecretRights } from '../secrets/use-secret-rights.ts';
import { RestoreForm, type TrashItem } from './restore-form.tsx';
import { useTrashDays } from './trash-days.ts';

interface Props {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
  /** Called when the drawer is closed; it stays open for restoring more. */
  readonly onRestored: () => void;
}

const pageSize = 50;

const removeForGood = (projectId: string, { id, kind, name, numberOfSecrets }: TrashItem): void =>
  confirm({
    title: `Remove ${name} for good?`,
    message:
      kind === 'folder'
        ? `The folder ${name} with its ${numberOfSecrets} secrets and all their versions cannot be restored afterwards.`
        : `${name} with all its versions cannot be restored afterwards.`,
    action: 'Remove for good',
    isDestructive: true,
    name,
    onConfirm: async () => {
      const params = { path: { projectId, trashItemId: id } };
      await client.DELETE('/api/v1/projects/{projectId}/trash/items/{trashItemId}', { params });
      await queryClient.invalidateQueries();
    },
  });

interface RowProps {
  readonly projectId: string;
  readonly item: TrashItem;
  readonly onRestored: () => void;
}

const Row = ({ projectId, item, onRestored }: RowProps) => {
  const [isRestoring, setRestoring] = useState(false);
  const { kind, name, isPersonal, numberOfSecrets, deletedAt, deletedBy, expiresAt } = item;
  const { can } = useSecretRights({ projectId, environment: item.environment, path: item.secretPath });
  const secret = kind === 'secret' ? { name, tags: item.tags } : undefined;
  const Icon = kind === 'folder' ? IconFolder : IconKey;
  return (
    <Stack gap={6} px="sm" py="xs">
      <Group justify="space-between" gap="xs">
        <Group gap={8} wrap="nowrap" miw={0}>
          <Icon size={16} aria-label={kind === 'folder' ? 'Folder' : 'Secret'} style={{ flexShrink: 0 }} />
          <Text size="sm" ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {kind === 'folder' && `${numberOfSecrets} secrets`}
            {isPersonal && 'your personal override'}
          </Text>
        </Group>
        <Group gap={4}>
          <Guarded isAllowed={can('create', secret)} reason="You are not allowed to create secrets here.">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Restore ${name}`}
              aria-expanded={isRestoring}
              onClick={() => setRestoring(!isRestoring)}
            >
              Restore
            </Button>
          </Guarded>
          <Guarded isAllowed={can('delete', secret)} reason="You are not allowed to delete secrets here.">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Remove ${name} for good`}
              onClick={() => removeForGood(projectId, item)}
            >
              Remove
            </Button>
          </Guarded>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        Deleted <Ago value={deletedAt} /> by {deletedBy.name}, can be restored until <Time value={expiresAt} />
      </Text>
      {isRestoring && <RestoreForm projectId={projectId} item={item} onRestored={onRestored} />}
    </Stack>
  );
};

/** What was deleted in a folder and can be restored. */
export const TrashDrawer = ({ project, environment, path, onRestored }: Props) => {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refetch } = api.useQuery('get', '/api/v1/projects/{projectId}/trash/items', {
    params: { path: { projectId: project.id }, query: { environment, secretPath: path, offset: 0, limit } },
  });
  const items = data?.items ?? [];
  const days = useTrashDays();
  return (
    <SideDrawer title="Trash" subtitle={`${environment} ${path}`} onClose={onRestored}>
      <Stack>
        {!data && <NotLoaded error={error} onRetry={refetch} />}
        {data && items.length === 0 && (
          <EmptyState title="The trash is empty">
            {days === 0
              ? 'This server keeps no trash: what is deleted is gone for good.'
              : 'Secrets and folders that are deleted here can be restored.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <RowList label="Deleted" rows={items} keyOf={({ id }) => id}>
            {(item) => (
              <Row
                projectId={project.id}
                item={item}
                onRestored={() => notifications.show({ message: `${item.name} was restored.` })}
              />
            )}
          </RowList>
        )}
        <ShowMore
          onMore={items.length === limit && limit < 500 ? () => setLimit(limit + pageSize) : undefined}
          isLoading={false}
        />
      </Stack>
    </SideDrawer>
  );
};
