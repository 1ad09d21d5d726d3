import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListPages, rowsPerPage } from '../../components/list-pages.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { AddToProject } from '../../members/add-to-project.tsx';
import { ProjectMembershipList } from '../../members/project-memberships.tsx';
import { pathOf, type Group } from './group.ts';

const membershipPath = '/api/v1/projects/{projectId}/memberships/groups/{groupId}';

/** The projects of the group. */
export const Projects = ({ group }: { group: Group }) => {
  const [page, setPage] = useState(1);
  const [isAdding, { open, close }] = useDisclosure();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/groups/{id}/projects',
    { params: { ...pathOf(group), query: { offset: (page - 1) * rowsPerPage, limit: rowsPerPage } } },
    { placeholderData: keepPreviousData },
  );
  const add = api.useMutation('post', membershipPath, { meta: { showsError: true }, onSuccess: close });
  const remove = api.useMutation('delete', membershipPath, { meta: { showsError: true } });
  const projects = data?.projects ?? [];
  return (
    <Section
      title="Projects"
      description="Where its members have roles through it."
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            add.reset();
            open();
          }}
        >
          Add to a project
        </Button>
      }
    >
      {!data && (error ? <FailureMessage error={error} onRetry={refetch} /> : <ListSkeleton rows={2} />)}
      {data && (
        <ProjectMembershipList
          memberships={projects.map(({ id, name, roles }) => ({ projectId: id, name, roles }))}
          none="It is in no project yet."
          subject="groups"
          onRemove={({ projectId, name }) =>
            confirm({
              title: 'Remove it from the project?',
              message: `The members of ${group.name} lose at once what they have through it in ${name}.`,
              action: 'Remove',
              isDestructive: true,
              onConfirm: () => remove.mutateAsync({ params: { path: { projectId, groupId: group.id } } }),
            })
          }
        />
      )}
      <ListPages total={data?.totalCount ?? 0} page={page} onChange={setPage} />
      <AddToProject
        isOpen={isAdding}
        excluded={projects.map(({ id }) => id)}
        subject="groups"
        isPending={add.isPending}
        error={add.error}
        onAdd={(projectId, role) => add.mutate({ params: { path: { projectId, groupId: group.id } }, body: { role } })}
        onClose={close}
      />
    </Section>
  );
};
