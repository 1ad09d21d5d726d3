import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import type { Project } from '../../layout/project.tsx';
import { isProduction } from '../../secrets/production.ts';

/** Suggests to protect what users depend on, in a project where nothing is protected. */
export const ProtectionHint = ({ project: { id: projectId, environments } }: { project: Project }) => {
  const production = environments.find(isProduction);
  const protect = useMutation({
    mutationFn: async ({ id, name }: Project['environments'][number]) => {
      const set = (isProtected: boolean) =>
        client.PATCH('/api/v1/projects/{projectId}/environments/{id}', {
          params: { path: { projectId, id } },
          body: { isProtected },
        });
      await set(true);
      notifyUndoable(`${name} is protected: changes ask for its name.`, () => set(false));
    },
  });
  if (!production || environments.some(({ isProtected }) => isProtected)) return null;
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="dimmed" flex="1 1 260px">
        Protect {production.name}, so that the console asks for its name before a change.
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={protect.isPending}
        onClick={() => protect.mutate(production)}
      >
        Protect {production.name}
      </Button>
    </Group>
  );
};
