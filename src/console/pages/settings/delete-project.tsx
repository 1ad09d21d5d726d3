import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useCan } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { reloadProjects } from '../../api/projects.ts';
import { confirm } from '../../components/confirm.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';

const reasonOf = (mayDelete: boolean): string =>
  mayDelete ? 'The project has delete protection. Switch it off first.' : 'You are not allowed to delete this project.';

export const DeleteProject = () => {
  const project = useProject();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const mayDelete = useCan(project).can('delete', 'workspace');
  const { id, name, hasDeleteProtection } = project;
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      await client.DELETE('/api/v1/projects/{projectId}', { params: { path: { projectId: id } } });
      await reloadProjects(queries);
      navigate('/', { replace: true });
    },
  });
  const ask = (): void =>
    confirm({
      title: 'Delete the project?',
      message: `${name} is deleted with all its environments, secrets, versions and memberships. It cannot be restored.`,
      action: 'Delete project',
      isDestructive: true,
      name,
      onConfirm: () => remove.mutateAsync(),
    });
  return (
    <Section title="Delete the project" description="With everything in it, and for good.">
      <Group>
        <Guarded isAllowed={mayDelete && !hasDeleteProtection} reason={reasonOf(mayDelete)}>
          <Button color="red.9" onClick={ask}>
            Delete project
          </Button>
        </Guarded>
      </Group>
    </Section>
  );
};
