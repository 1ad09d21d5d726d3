import { Badge, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { components } from '../../../../generated/api.d.ts';
import { AllowedInOrganization } from '../../access/allowed-in-organization.tsx';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { LinkList, type LinkRow } from '../../components/link-list.tsx';
import { ListPages, rowsPerPage } from '../../components/list-pages.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useSearchPage } from '../../components/use-search-page.ts';
import { Ago } from '../../components/time.tsx';
import { methodNames } from '../../identity-auth/methods.ts';
import { roleNameOf, useOrganizationRoles, type RoleOption } from '../../members/roles.ts';

type Identity = components['schemas']['IdentityMembership'];

const rowOf = (membership: Identity, roles: readonly RoleOption[]): LinkRow => {
  const { identity, lastLoginTime } = membership;
  const { id, name, authMethods, activeLockoutAuthMethods } = identity;
  const methods = authMethods.map((method) => methodNames[method]).join(', ');
  return {
    key: id,
    href: `/identities/${id}`,
    title: name,
    subtitle: methods === '' ? 'Cannot sign in yet' : methods,
    badges: activeLockoutAuthMethods.length > 0 && (
      <Badge size="sm" color="red.9">
        Locked out
      </Badge>
    ),
    aside: (
      <Group gap="md" wrap="nowrap">
        <span>{roleNameOf(membership, roles)}</span>
        <span>{lastLoginTime === null ? 'never signed in' : <Ago value={lastLoginTime} />}</span>
      </Group>
    ),
  };
};

const IdentityList = ({ create }: { create: ReactNode }) => {
  const { search, setSearch, text, page, setPage, offset } = useSearchPage();
  const roles = useOrganizationRoles();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/identities',
    { params: { query: { ...(text && { search: text }), offset, limit: rowsPerPage } } },
    { placeholderData: keepPreviousData },
  );
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.totalCount === 0 && text === '' && search === '')
    return (
      <EmptyState title="No machine identities yet" action={create}>
        A machine identity is how a program, a server or a job signs in: with its own credentials, and only what it is
        allowed to read.
      </EmptyState>
    );
  return (
    <>
      <SearchField label="Search identities" placeholder="Search by name" value={search} onChange={setSearch} />
      {data.identities.length > 0 && (
        <LinkList label="Machine identities" rows={data.identities.map((identity) => rowOf(identity, roles))} />
      )}
      {data.identities.length === 0 && <EmptyState title={`No machine identity matches “${text}”`} />}
      <ListPages total={data.totalCount} page={page} onChange={setPage} />
    </>
  );
};

const IdentitiesPage = () => {
  const ability = useCanInOrganization();
  const create = (
    <Guarded
      isAllowed={ability.can('create', 'identity')}
      reason="You are not allowed to create machine identities in this organization."
    >
      <Button component={Link} href="/identities/new" leftSection={<IconPlus size={16} />}>
        Create identity
      </Button>
    </Guarded>
  );
  return (
    <Page title="Machine identities" actions={create}>
      <AllowedInOrganization subject="identity" what="machine identities">
        <IdentityList create={create} />
      </AllowedInOrganization>
    </Page>
  );
};

export default IdentitiesPage;
