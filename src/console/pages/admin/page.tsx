import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Backups } from './backups.tsx';
import { Health } from './health.tsx';
import { Identities } from './identities.tsx';
import { Imports } from './imports.tsx';
import { KeyRotation } from './key-rotation.tsx';
import { Licence } from './licence.tsx';
import { Organizations } from './organizations.tsx';
import { Users } from './users.tsx';

/** The whole server, for those who administer it. */
const AdminPage = () => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/user');
  return (
    <Page isNarrow title="Instance">
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data && !data.user.superAdmin && (
        <EmptyState title="Only instance administrators see this page">
          They administer the whole server, with all its organizations. One of them can make you one, too.
        </EmptyState>
      )}
      {data?.user.superAdmin && (
        <>
          <Health />
          <Backups />
          <Licence />
          <KeyRotation />
          <Imports />
          <Organizations />
          <Users ownId={data.user.id} />
          <Identities />
        </>
      )}
    </Page>
  );
};

export default AdminPage;
