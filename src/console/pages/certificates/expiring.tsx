import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Section } from '../../components/section.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { useProject } from '../../layout/project.tsx';
import { CertificateTable } from './certificate-table.tsx';
import type { Authority, Certificate } from './model.ts';
import { soonDays } from './status-badge.tsx';

interface Props {
  readonly authorities: readonly Authority[];
  readonly onOpen: (certificate: Certificate) => void;
}

const pageSize = 25;

/** The certificates that end soon and were not renewed yet, the first to end first. */
const useExpiring = () => {
  const { id: projectId } = useProject();
  const filter = { expiresWithinDays: soonDays, isRenewed: false, orderBy: 'notAfter' } as const;
  return api.useInfiniteQuery(
    'get',
    '/api/v1/cert-manager/certificates',
    { params: { query: { projectId, offset: 0, limit: pageSize, ...filter } } },
    {
      pageParamName: 'offset',
      initialPageParam: 0,
      getNextPageParam: ({ totalCount }, pages) =>
        pages.length * pageSize < totalCount ? pages.length * pageSize : undefined,
    },
  );
};

/** What should be renewed. */
export const Expiring = ({ authorities, onOpen }: Props) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useExpiring();
  const waiting = data?.pages.flatMap(({ certificates }) => certificates) ?? [];
  return (
    <Section title={`Ends within ${soonDays} days`} description="Renew these, unless nobody uses them any more.">
      {!data && <NotLoaded error={error} onRetry={refetch} rows={2} />}
      {data && waiting.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing to renew.
        </Text>
      )}
      {waiting.length > 0 && (
        <CertificateTable
          label="Certificates that end soon"
          certificates={waiting}
          authorities={authorities}
          onOpen={onOpen}
        />
      )}
      <ShowMore
        onMore={hasNextPage ? fetchNextPage : undefined}
        isLoading={isFetchingNextPage}
        total={data?.pages[0]?.totalCount}
      />
    </Section>
  );
};
