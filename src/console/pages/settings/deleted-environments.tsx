import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { Time } from '../../components/time.tsx';
import { useProject, type Project } from '../../layout/project.tsx';
import { ItemList } from '../../components/item-list.tsx';

interface RowProps {
  readonly environment: Project['deletedEnvironments'][number];
  readonly mayRestore: boolean;
}

const Row = ({ environment, mayRestore }: RowProps) => {
  const { id: projectId } = useProject();
  const { id, name, slug, deleteAfter } = environment;
  const path = { projectId, id };
  const restore = api.useMutation('post', '/api/v1/projects/{projectId}/environments/{id}/restore');
  const remove = api.useMutation('delete', '/api/v1/projects/{projectId}/environments/{id}', {
    meta: { showsError: true },
  });
  const askToRemove = (): void =>
    confirm({
      title: 'Delete the environment for good?',
      message: `${name} is deleted with all its folders, secrets and versions, and with its trash. It cannot be restored, and its slug is free again.`,
      action: 'Delete for good',
      isDestructive: true,
      name,
      onConfirm: () => remove.mutateAsync({ params: { path, query: { hardDelete: 'true' } } }),
    });
  return (
    <Group component="li" justify="space-between">
      <Text size="sm" c="dimmed" flex="1 1 240px">
        {name}{' '}
        <Text span ff="monospace" inherit>
          ({slug})
        </Text>
        , can be restored until <Time value={deleteAfter} />
      </Text>
      {mayRestore && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={`Restore ${name}`}
            loading={restore.isPending}
            onClick={() => restore.mutate({ params: { path } })}
          >
            Restore
          </Button>
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            aria-label={`Delete ${name} for good`}
            onClick={askToRemove}
          >
            Delete for good
          </Button>
        </Group>
      )}
    </Group>
  );
};

/** Deleted environments, as long as they can be restored. */
export const DeletedEnvironments = ({ mayRestore }: { mayRestore: boolean }) => {
  const { deletedEnvironments } = useProject();
  if (deletedEnvironments.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3}>Deleted</Title>
      <ItemList label="Deleted environments" items={deletedEnvironments}>
        {(environment) => <Row key={environment.id} environment={environment} mayRestore={mayRestore} />}
      </ItemList>
    </Stack>
  );
};
