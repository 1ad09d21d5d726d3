import { useInfiniteQuery } from '@tanstack/react-query';
import type { components } from '../../../generated/api.d.ts';
import { client } from '../api/client.ts';
import { useReloadAt } from './now.ts';
import type { Span, State } from './period.ts';

export type TemporaryGrant = components['schemas']['TemporaryAccess'];

export interface TemporaryQuery {
  readonly state?: State;
  readonly endsWithinHours?: number;
  readonly search?: string;
  readonly projectMembershipId?: string;
}

export const spanOfGrant = ({ startsAt, endsAt }: TemporaryGrant): Span => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
});

/** The temporary roles and privileges of a project, in pages; loaded again when one of them begins or ends. */
export const useTemporaryAccess = (projectId: string, query: TemporaryQuery, isEnabled = true) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['temporary access', projectId, query],
    initialPageParam: {},
    queryFn: async ({ pageParam, signal }) =>
      await client.GET('/api/v1/projects/{projectId}/access/temporary', {
        params: { path: { projectId }, query: { ...query, ...pageParam } },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    enabled: isEnabled,
  });
  const grants = data?.pages.flatMap((page) => page.grants);
  useReloadAt(
    projectId,
    (grants ?? []).flatMap((grant) => Object.values(spanOfGrant(grant)) as number[]),
  );
  return {
    grants,
    leftOut: data?.pages[0]?.leftOut ?? [],
    error,
    refetch,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
  };
};
