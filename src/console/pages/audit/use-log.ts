import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import type { Entry } from '../../audit/entry.ts';
import type { LogQuery } from './filters.ts';

interface LogPage {
  readonly auditLogs: Entry[];
  readonly nextCursor: string | null;
  readonly followCursor: string | null;
  readonly totalCount: number | null;
}

const load = async (query: LogQuery, cursor: string, signal?: AbortSignal): Promise<LogPage> =>
  await client.GET('/api/v1/organization/audit-logs', {
    params: { query: { ...query, cursor } },
    ...(signal && { signal }),
  });

const pollMs = 3000;
/** A page of a rare event may be empty; so many are read before somebody is asked whether to go on. */
const maxEmptyPages = 10;
/** As many new entries are kept while following. */
const maxArrived = 500;

/** The entries once each, the newest first; of two with one id, the later loaded one, whose repeats are newer. */
const merge = (lists: readonly (readonly Entry[])[]): Entry[] => {
  const byId = new Map<string, Entry>();
  for (const list of lists) for (const entry of list) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  return [...byId.values()].sort(
    (one, other) => other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id),
  );
};

interface Arrived {
  readonly query: LogQuery;
  readonly entries: readonly Entry[];
  readonly cursor: string | null;
  readonly error?: unknown;
}

/** Asks for what has arrived, every few seconds while the tab is visible. */
const useArrived = (query: LogQuery, first: string | null | undefined, isFollowing: boolean): Arrived => {
  const nothing: Arrived = { query, entries: [], cursor: null };
  const [state, setState] = useState(nothing);
  const arrived = state.query === query ? state : nothing;
  const poll = useEffectEvent(async (): Promise<void> => {
    const from = arrived.cursor ?? first;
    if (!from || document.hidden) return;
    try {
      const page = await load(query, from);
      const entries = merge([page.auditLogs, arrived.entries]).slice(0, maxArrived);
      setState({ query, entries, cursor: page.followCursor });
    } catch (error) {
      setState({ ...arrived, error });
    }
  });
  useEffect(() => {
    if (!isFollowing) return undefined;
    void poll();
    const timer = setInterval(() => void poll(), pollMs);
    return () => clearInterval(timer);
  }, [isFollowing]);
  return arrived;
};

/** The entries of a query: as many pages as were asked for, and those that arrive while it is followed. */
export const useLog = (query: LogQuery, askedAt: number, isFollowing: boolean) => {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit-logs', query, askedAt],
    queryFn: ({ pageParam, signal }) => load(query, pageParam, signal),
    initialPageParam: 'first',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Loading again would record another view, and move the pages.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const pages = data?.pages ?? [];
  const { entries: arrived, error: followError } = useArrived(query, pages[0]?.followCursor, isFollowing);
  const found = pages.reduce((sum, { auditLogs }) => sum + auditLogs.length, 0);
  const isSearching = hasNextPage && found === 0 && pages.length < maxEmptyPages;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  const listed = merge(pages.map(({ auditLogs }) => auditLogs));
  const entries = merge([arrived, listed]);
  return {
    entries: data && entries,
    totalCount: pages[0]?.totalCount ?? null,
    newCount: entries.length - listed.length,
    error,
    followError,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage || isSearching,
    loadMore: () => void fetchNextPage(),
  };
};
