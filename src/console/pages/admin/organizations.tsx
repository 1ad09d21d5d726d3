import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData } from '@tanstack/react-query';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { confirm } from '../../components/confirm.tsx';
import { rowsPerPage } from '../../components/list-pages.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { Section } from '../../components/section.tsx';
import { useSearchPage } from '../../components/use-search-page.ts';
import { CreateOrganization } from './create-organization.tsx';
import { InstanceList, type InstanceRow } from './instance-list.tsx';

type Organization = components['schemas']['InstanceOrganization'];

const path = '/api/v1/admin/organization-management/organizations';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const useActions = () => {
  const { userId, organizationId: current } = useSession();
  const join = api.useMutation('post', `${path}/{organizationId}/access`, {
    onSuccess: () => notifications.show({ message: 'You have joined. Change to the organization at the top.' }),
  });
  const remove = api.useMutation('delete', `${path}/{organizationId}`, { meta: { showsError: true } });
  return ({ id, name, members }: Organization) => {
    const params = { path: { organizationId: id } };
    const isMember = members.some(({ user }) => user.id === userId);
    const askToDelete = (): void =>
      confirm({
        title: 'Delete the organization?',
        message: `${name} is deleted with all its projects, secrets, machine identities and its audit log. It cannot be restored.`,
        action: 'Delete organization',
        isDestructive: true,
        name,
        onConfirm: () => remove.mutateAsync({ params }),
      });
    return [
      ...(isMember ? [] : [{ label: 'Join as its administrator', onClick: () => join.mutate({ params }) }]),
      ...(id === current ? [] : [{ label: 'Delete', onClick: askToDelete }]),
    ];
  };
};

/** The organizations of the server. */
export const Organizations = () => {
  const paging = useSearchPage();
  const actionsOf = useActions();
  const [isCreating, { open, close }] = useDisclosure();
  const { data, error, refetch } = api.useQuery(
    'get',
    path,
    { params: { query: { searchTerm: paging.text, offset: paging.offset, limit: rowsPerPage } } },
    { placeholderData: keepPreviousData },
  );
  const rows = data?.organizations.map((organization): InstanceRow => {
    const { id, name, slug, members, projects } = organization;
    return {
      id,
      title: name,
      subtitle: `${slug}, ${count(members.length, 'person', 'people')}, ${count(projects.length, 'project', 'projects')}`,
      actions: actionsOf(organization),
    };
  });
  return (
    <Section
      title="Organizations"
      description="Each with people, machine identities and projects of its own."
      action={<CreateButton label="Create organization" onClick={open} />}
    >
      <InstanceList
        what="organizations"
        paging={paging}
        rows={rows}
        total={data?.total ?? 0}
        error={error}
        onRetry={refetch}
      />
      <CreateOrganization isOpen={isCreating} onClose={close} />
    </Section>
  );
};
