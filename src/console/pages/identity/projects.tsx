import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { AddToProject } from '../../members/add-to-project.tsx';
import { ProjectMembershipList } from '../../members/project-memberships.tsx';
import { pathOf, type Identity } from './identity.ts';

const membershipPath = '/api/v1/projects/{projectId}/memberships/identities/{identityId}';

/** The projects of the identity, with its roles there. */
export const Projects = ({ identity }: { identity: Identity }) => {
  const { identityId } = identity;
  const mayRemoveElsewhere = useCanInOrganization().can('delete', 'identity');
  const [isAdding, { open, close }] = useDisclosure();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/identities/{identityId}/identity-memberships', {
    params: pathOf(identity),
  });
  const add = api.useMutation('post', membershipPath, { meta: { showsError: true }, onSuccess: close });
  const remove = api.useMutation('delete', membershipPath, { meta: { showsError: true } });
  const memberships = (data?.identityMemberships ?? []).map(({ project, roles }) => ({
    projectId: project.id,
    name: project.name,
    roles,
  }));
  return (
    <Section
      title="Projects"
      description="Where it reads secrets, and with which roles."
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
          memberships={memberships}
          none="It is in no project yet, so it cannot read any secret."
          subject="identity"
          mayRemoveElsewhere={mayRemoveElsewhere}
          onRemove={({ projectId, name }) =>
            confirm({
              title: 'Remove it from the project?',
              message: `${identity.identity.name} loses its roles and additional privileges in ${name} at once.`,
              action: 'Remove',
              isDestructive: true,
              onConfirm: () => remove.mutateAsync({ params: { path: { projectId, identityId } } }),
            })
          }
        />
      )}
      <AddToProject
        isOpen={isAdding}
        excluded={memberships.map(({ projectId }) => projectId)}
        subject="identity"
        isPending={add.isPending}
        error={add.error}
        onAdd={(projectId, role) => add.mutate({ params: { path: { projectId, identityId } }, body: { role } })}
        onClose={close}
      />
    </Section>
  );
};
