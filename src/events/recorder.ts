import { timestamp, type Clock } from '../platform/clock.ts';
import type { EventKind, EventOrigin, EventRow } from '../resources/secrets/events/store.ts';
import type { FolderWithPath } from '../resources/secrets/folders/store.ts';
import type { Stores } from '../stores.ts';
import { dependentsOf, dependentsOfEach, type ExternalDependent, type Dependents } from './dependents.ts';
import type { EventHub } from './hub.ts';

/** A change of shared secrets in one folder. */
export interface FolderChange {
  readonly kind: Exclude<EventKind, 'secret:import-mutation'>;
  readonly folder: FolderWithPath;
  readonly keys: readonly string[];
}

/** Records events about secrets, in the transaction of the change. */
export interface Events {
  /**
   * Records changes. `shown` returns the folders that show them through imports and references; by default, those that
   * depend on the changed folders. It is called while other transactions cannot record events of the project, so that
   * imports whose events were recorded earlier are found.
   */
  record(projectId: string, changes: readonly FolderChange[], shown?: () => Promise<Dependents>): Promise<void>;
  /**
   * Waits for transactions that record changes of the project, and blocks others until the commit. For changes that
   * make a folder show something of the project.
   */
  hold(projectId: string): Promise<void>;
  /** The folders that show anything of these; empty if there are no subscribers. */
  dependentsOf(projectId: string, folders: readonly FolderWithPath[]): Promise<Dependents>;
}

interface Unit {
  readonly stores: Stores;
  readonly afterCommit: (hook: () => void) => void;
}

export interface EventDeps {
  readonly hub: EventHub;
  readonly clock: Clock;
  /** Whether other nodes may have streams. */
  readonly isShared: boolean;
}

/** An event without a number yet. */
type NewEvent = Pick<EventRow, 'kind' | 'keys' | 'origins'> & { readonly folder: FolderWithPath };

const isSome = ({ keys }: FolderChange): boolean => keys.length > 0;

const mutation = (folder: FolderWithPath, origins: EventOrigin[] | null = null): NewEvent => ({
  kind: 'secret:import-mutation',
  folder,
  keys: [],
  origins,
});

/** One event for each folder, by project; projects in a fixed order, so that transactions cannot deadlock. */
const eventsInOtherProjects = (
  projectId: string,
  inOtherProjects: readonly ExternalDependent[],
): [string, NewEvent[]][] => {
  const byProject = new Map<string, Map<string, { folder: FolderWithPath; origins: EventOrigin[] }>>();
  for (const {
    projectId: other,
    folder,
    origin: { environment, path },
  } of inOtherProjects) {
    const folders = byProject.get(other) ?? new Map<string, { folder: FolderWithPath; origins: EventOrigin[] }>();
    byProject.set(other, folders);
    const event = folders.get(folder.id) ?? { folder, origins: [] };
    folders.set(folder.id, event);
    if (!event.origins.some((origin) => origin.environment === environment && origin.path === path))
      event.origins.push({ projectId, environment, path });
  }
  return [...byProject]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([other, folders]) => [other, [...folders.values()].map(({ folder, origins }) => mutation(folder, origins))]);
};

export const createEvents = ({ hub, clock, isShared }: EventDeps, { stores, afterCommit }: Unit): Events => {
  const isWanted = (projectId: string): boolean => isShared || hub.isWatched(projectId);
  /** A change in one project may show in any other one. */
  const hasAnySubscriber = (): boolean => isShared || hub.hasSubscribers;

  /** With several nodes, stores the events and notifies all nodes; a single node delivers them after the commit. */
  const publish = async (projectId: string, events: readonly EventRow[]): Promise<void> => {
    if (!isShared) return afterCommit(() => hub.receive(projectId, events));
    await stores.events.insert(events);
    await stores.events.notify(projectId, events.at(-1)!.sequence);
  };

  const number = async (projectId: string, newEvents: readonly NewEvent[]): Promise<void> => {
    if (newEvents.length === 0 || !isWanted(projectId)) return;
    const last = await stores.events.takeNumbers(projectId, newEvents.length);
    const createdAt = timestamp(clock.now());
    const events = newEvents.map(({ folder: { environment, path }, ...event }, index) => ({
      ...event,
      projectId,
      sequence: last - newEvents.length + 1 + index,
      environment,
      path,
      createdAt,
    }));
    await publish(projectId, events);
  };

  return {
    async record(projectId, changes, shown) {
      if (!hasAnySubscriber()) return;
      const changed = changes.filter(isSome);
      if (changed.length === 0 && !shown) return;
      // After all other locks of the caller, because this blocks other changes of the project until the commit. SQLite
      // has one writer at a time anyway.
      if (isShared) await stores.events.takeNumbers(projectId, 0);
      const { inProject, inOtherProjects } = shown
        ? await shown()
        : await dependentsOfEach(stores, projectId, [
            ...new Map(changed.map(({ folder }) => [folder.id, folder])).values(),
          ]);
      await number(projectId, [
        ...changed.map(({ kind, folder, keys }) => ({ kind, folder, keys, origins: null })),
        ...inProject.map((folder) => mutation(folder)),
      ]);
      for (const [other, newEvents] of eventsInOtherProjects(projectId, inOtherProjects))
        await number(other, newEvents);
    },
    async hold(projectId) {
      if (isShared) await stores.events.takeNumbers(projectId, 0);
    },
    dependentsOf: async (projectId, folders) =>
      hasAnySubscriber() ? dependentsOf(stores, projectId, folders) : { inProject: [], inOtherProjects: [] },
  };
};
