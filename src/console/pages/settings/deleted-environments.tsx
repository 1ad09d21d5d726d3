import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Time } from '../../components/time.tsx';
import { useProject, type Project } from '../../layout/project.tsx';

const Row = ({
  environment,
  mayRestore,
}: {
  environment: Project['deletedEnvironments'][number];
  mayRestore: boolean;
}) => {
  const { id: projectId } = useProject();
  const { id, name, slug, deleteAfter } = environment;
  const restore = api.useMutation('post', '/api/v1/projects/{projectId}/environments/{id}/restore');
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {name}{' '}
        <Text span ff="monospace" inherit>
          ({slug})
        </Text>
        , can be restored until <Time value={deleteAfter} />
      </Text>
      {mayRestore && (
        <Button
          size="xs"
          flex="none"
          variant="default"
          aria-label={`Restore ${name}`}
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { path: { projectId, id } } })}
        >
          Restore
        </Button>
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
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Deleted environments">
        {deletedEnvironments.map((environment) => (
          <Row key={environment.id} environment={environment} mayRestore={mayRestore} />
        ))}
      </Stack>
    </Stack>
  );
};
