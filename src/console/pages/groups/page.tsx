import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AllowedInOrganization } from '../../access/allowed-in-organization.tsx';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { SearchedList } from '../../components/searched-list.tsx';
import { roleNameOf, useOrganizationRoles } from '../../members/roles.ts';
import { CreateGroup } from './create-group.tsx';
import { CreateButton } from '../../components/create-button.tsx';

const GroupList = ({ create }: { create: ReactNode }) => {
  const roles = useOrganizationRoles();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/groups');
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.length === 0)
    return (
      <EmptyState title="No groups yet" action={create}>
        A group gives its members, people and machine identities, the same roles in the organization and in projects.
      </EmptyState>
    );
  return (
    <SearchedList
      label="Groups"
      by="name or slug"
      none="No group"
      items={data}
      textOf={({ name, slug }) => `${name} ${slug}`}
      rowOf={(group) => ({
        key: group.id,
        href: `/groups/${group.id}`,
        title: group.name,
        subtitle: group.slug,
        aside: roleNameOf(group, roles),
      })}
    />
  );
};

const GroupsPage = () => {
  const mayCreate = useCanInOrganization().can('create', 'groups');
  const isCreating = new URLSearchParams(useSearch()).has('create');
  const [, navigate] = useLocation();
  const create = (
    <CreateButton
      isMain
      label="Create group"
      isAllowed={mayCreate}
      reason="You are not allowed to create groups in this organization."
      onClick={() => navigate('/groups?create')}
    />
  );
  return (
    <Page title="Groups" actions={create}>
      <AllowedInOrganization subject="groups" what="the groups of this organization">
        <GroupList create={create} />
      </AllowedInOrganization>
      <CreateGroup isOpen={isCreating && mayCreate} onClose={() => navigate('/groups', { replace: true })} />
    </Page>
  );
};

export default GroupsPage;
