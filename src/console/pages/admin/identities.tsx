import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { rowsPerPage } from '../../components/list-pages.tsx';
import { Section } from '../../components/section.tsx';
import { useSearchPage } from '../../components/use-search-page.ts';
import { InstanceList } from './instance-list.tsx';

/** The machine identities of all organizations. */
export const Identities = () => {
  const paging = useSearchPage();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/admin/identity-management/identities',
    { params: { query: { searchTerm: paging.text, offset: paging.offset, limit: rowsPerPage } } },
    { placeholderData: keepPreviousData },
  );
  const revoke = api.useMutation(
    'delete',
    '/api/v1/admin/identity-management/identities/{identityId}/super-admin-access',
    { meta: { showsError: true } },
  );
  const ask = (identityId: string, name: string): void =>
    confirm({
      title: 'End the administration?',
      message: `${name} no longer administers this server, for good: only the set-up of a server creates such an identity.`,
      action: 'End it',
      isDestructive: true,
      onConfirm: () => revoke.mutateAsync({ params: { path: { identityId } } }),
    });
  const rows = data?.identities.map(({ id, name, isInstanceAdmin }) => ({
    id,
    title: name,
    badge: isInstanceAdmin ? 'Administrator' : undefined,
    actions: isInstanceAdmin ? [{ label: 'End the administration', onClick: () => ask(id, name) }] : [],
  }));
  return (
    <Section title="Machine identities" description="Of all organizations of this server.">
      <InstanceList
        what="machine identities"
        paging={paging}
        rows={rows}
        total={data?.total ?? 0}
        error={error}
        onRetry={refetch}
      />
    </Section>
  );
};
