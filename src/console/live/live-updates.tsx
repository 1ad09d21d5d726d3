import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useCan } from '../access/use-can.ts';
import type { EventKind } from '../api/project-event.ts';
import { useSession } from '../api/session.ts';
import { useProject } from '../layout/project.tsx';
import { feedOf, type FeedState } from './feed.ts';
import { reloadOnEvents } from './reload.ts';

/** The kinds of events, with the action that a subscription needs. */
const actions: Readonly<Record<EventKind, string>> = {
  'secret:create': 'subscribe-to-creation-events',
  'secret:update': 'subscribe-to-update-events',
  'secret:delete': 'subscribe-to-deletion-events',
  'secret:import-mutation': 'subscribe-to-import-mutation-events',
};

export const eventKinds = Object.keys(actions) as EventKind[];

/** The kinds of events that the person may be told of; undefined until that is known. */
export const useEventKinds = (): EventKind[] | undefined => {
  const ability = useCan(useProject());
  if (!ability.hasRules) return undefined;
  return eventKinds.filter((kind) => ability.may(actions[kind], 'secret-event-subscriptions'));
};

/** A part of the state of the project's events. */
export const useFeed = <Part,>(select: (state: FeedState) => Part): Part => {
  const feed = feedOf(useProject().id);
  return useSyncExternalStore(feed.watch, () => select(feed.state));
};

/**
 * Listens to the events of the project while one of its pages is shown in a visible tab, and loads what they touch
 * again. Without a licence for events, lists are loaded again when the tab is shown again, as everywhere.
 */
export const LiveUpdates = () => {
  const { id } = useProject();
  const feed = feedOf(id);
  const queries = useQueryClient();
  const kinds = useEventKinds()?.join() ?? '';
  const isSignedIn = useSession().status === 'signed-in';
  const isVisible = useDocumentVisibility() === 'visible';
  const isRefused = useFeed(({ status }) => status === 'refused');
  useEffect(() => reloadOnEvents(queries, feed, id), [queries, feed, id]);
  useEffect(() => {
    if (kinds === '' || !isSignedIn || !isVisible || isRefused) return undefined;
    return feed.start(kinds.split(',') as EventKind[]);
  }, [feed, kinds, isSignedIn, isVisible, isRefused]);
  return null;
};
