import type { Query, QueryClient } from '@tanstack/react-query';
import type { ProjectEvent } from '../api/project-event.ts';
import { isAffected } from './affected.ts';
import type { EventFeed } from './feed.ts';

/** Many changes one after another are loaded together, this far apart. */
const pauseMs = 500;

/** Loads queries again. A request that is under way may be older than the change, and is completed first. */
const reload = async (queries: QueryClient, isWanted: (query: Query) => boolean): Promise<void> => {
  const wanted = new Set(queries.getQueryCache().findAll({ predicate: isWanted }));
  const underWay = new Set([...wanted].filter(({ state }) => state.fetchStatus === 'fetching'));
  await queries.refetchQueries({ predicate: (query) => underWay.has(query) }, { cancelRefetch: false });
  await queries.invalidateQueries({ predicate: (query) => wanted.has(query) }, { cancelRefetch: false });
};

/** Loads what events of the project touch again; returns a function that ends this. */
export const reloadOnEvents = (queries: QueryClient, feed: EventFeed, projectId: string): (() => void) => {
  const waiting = new Map<string, ProjectEvent>();
  let openedAt: number | undefined;
  let isBusy = false;
  let isOver = false;

  /** What was loaded after the stream was opened lacks nothing. */
  const isMissed = (query: Query, since: number | undefined): boolean =>
    since !== undefined && query.state.dataUpdatedAt < since && isAffected(query.queryKey, projectId);

  const run = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (!isOver && (waiting.size > 0 || openedAt !== undefined)) {
      const [events, since] = [[...waiting.values()], openedAt];
      waiting.clear();
      openedAt = undefined;
      const isWanted = (query: Query): boolean =>
        isMissed(query, since) || events.some((event) => isAffected(query.queryKey, projectId, event));
      await reload(queries, isWanted);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  };

  const stop = feed.listen({
    onOpen: () => {
      openedAt = Date.now();
      void run();
    },
    onEvent: (event) => {
      waiting.set(`${event.environment} ${event.path}`, event);
      void run();
    },
  });
  return () => {
    isOver = true;
    stop();
  };
};
