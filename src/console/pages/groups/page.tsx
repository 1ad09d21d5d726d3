import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AllowedInOrganization } from '../../access/allowed-in-organization.tsx';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { LinkList } from '../../components/link-list.tsx';
import { ListPages, rowsPerPage } from '../../components/list-pages.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { roleNameOf, useOrganizationRoles } from '../../members/roles.ts';
import { CreateGroup } from './create-group.tsx';

const GroupList = ({ create }: { create: ReactNode }) => {
  const roles = useOrganizationRoles();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = api.useQuery('get', '/api/v1/groups');
  if (!data) return error ? <FailureMessage error={error} onRetry={refetch} /> : <ListSkeleton />;
  if (data.length === 0)
    return (
      <EmptyState title="No groups yet" action={create}>
        A group gives its members, people and machine identities, the same roles in the organization and in projects.
      </EmptyState>
    );
  const text = search.trim().toLowerCase();
  const found = data.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(text));
  const shown = found.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  return (
    <>
      <SearchField
        label="Search groups"
        placeholder="Search by name or slug"
        value={search}
        onChange={(value) => {
          setSearch(value);
          setPage(1);
        }}
      />
      {shown.length > 0 ? (
        <LinkList
          label="Groups"
          rows={shown.map((group) => ({
            key: group.id,
            href: `/groups/${group.id}`,
            title: group.name,
            subtitle: group.slug,
            aside: roleNameOf(group, roles),
          }))}
        />
      ) : (
        <EmptyState title={`No group matches “${search}”`} />
      )}
      <ListPages total={found.length} page={page} onChange={setPage} />
    </>
  );
};

const GroupsPage = () => {
  const mayCreate = useCanInOrganization().can('create', 'groups');
  const isCreating = new URLSearchParams(useSearch()).has('create');
  const [, navigate] = useLocation();
  const create = (
    <Guarded isAllowed={mayCreate} reason="You are not allowed to create groups in this organization.">
      <Button leftSection={<IconPlus size={16} />} onClick={() => navigate('/groups?create')}>
        Create group
      </Button>
    </Guarded>
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
