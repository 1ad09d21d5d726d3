import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { AuditRetention } from './audit-retention.tsx';
import { RequiredSecondFactor } from './second-factor.tsx';
import { SessionLimits } from './session-limits.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

/** How people sign in to the organization, for how long, and how long it is recorded what they do. */
const SecurityPage = () => {
  const { organizationId = '' } = useSession();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/organization/{organizationId}', {
    params: { path: { organizationId } },
  });
  return (
    <Page isNarrow title="Security">
      {data ? (
        <>
          <RequiredSecondFactor organization={data.organization} />
          <SessionLimits organization={data.organization} />
          <SingleSignOn organization={data.organization} />
          <AuditRetention organization={data.organization} />
        </>
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Page>
  );
};

export default SecurityPage;
