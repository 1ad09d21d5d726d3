import { Anchor, Group, Text } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { statusOf } from '../../api/errors.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { Ago } from '../../components/time.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import { Authentication } from './authentication.tsx';
import { DeleteIdentity } from './delete-identity.tsx';
import { General } from './general.tsx';
import type { Identity } from './identity.ts';
import { Projects } from './projects.tsx';
import { UseIt } from './use-it.tsx';

const crumbs = [{ label: 'Machine identities', href: '/identities' }];

const Summary = ({ identity: { identityId, createdAt, lastLoginTime } }: { identity: Identity }) => {
  const mayAudit = useCanInOrganization().can('read', 'audit-logs');
  return (
    <Group gap="md" c="dimmed" fz="sm">
      <Group gap={2} wrap="nowrap">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {identityId}
        </Text>
        <CopyButton value={identityId} label="the id" />
      </Group>
      <span>
        created <Ago value={createdAt} />
      </span>
      <span>
        {lastLoginTime === null ? (
          'never signed in'
        ) : (
          <>
            last sign-in <Ago value={lastLoginTime} />
          </>
        )}
      </span>
      {mayAudit && (
        <Anchor component={Link} href={`/audit?actor=${identityId}&since=1h`} size="sm">
          What it did in the last hour
        </Anchor>
      )}
    </Group>
  );
};

const Details = ({ identity }: { identity: Identity }) => (
  <Page isNarrow title={identity.identity.name} crumbs={crumbs}>
    <Summary identity={identity} />
    <General identity={identity} />
    <Authentication identity={identity} />
    <Projects identity={identity} />
    <UseIt identity={identity} />
    <DeleteIdentity identity={identity} />
  </Page>
);

const IdentityPage = () => {
  const { identityId = '' } = useParams();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/identities/{identityId}', {
    params: { path: { identityId } },
  });
  if (data) return <Details key={identityId} identity={data.identity} />;
  if (!error) return <ListSkeleton />;
  return [404, 422].includes(statusOf(error) ?? 0) ? <NotFound /> : <FailureMessage error={error} onRetry={refetch} />;
};

export default IdentityPage;
