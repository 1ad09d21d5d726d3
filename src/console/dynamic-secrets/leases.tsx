import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { NotLoaded } from '../components/not-loaded.tsx';
import { RowList } from '../components/row-list.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { useProject } from '../layout/project.tsx';
import { LeaseRow } from './lease-row.tsx';
import { useLeases, type LeaseFilter } from './use-leases.ts';

interface Props {
  readonly filter: LeaseFilter;
  /** Whether they are all of one dynamic secret. */
  readonly isOfOne?: boolean;
  readonly empty: ReactNode;
}

/** Who has credentials, and until when. */
export const Leases = ({ filter, isOfOne = false, empty }: Props) => {
  const { leases, more, error, refetch } = useLeases(useProject().id, filter);
  if (!leases) return <NotLoaded error={error} onRetry={refetch} rows={2} />;
  if (leases.length === 0)
    return (
      <Text size="sm" c="dimmed" component="div">
        {empty}
      </Text>
    );
  return (
    <>
      <RowList label="Leases" rows={leases} keyOf={({ id }) => id}>
        {(lease) => <LeaseRow lease={lease} isOfOne={isOfOne} />}
      </RowList>
      <ShowMore onMore={more} isLoading={false} />
    </>
  );
};
