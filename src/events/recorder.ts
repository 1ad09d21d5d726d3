import { timestamp, type Clock } from '../platform/clock.ts';
import type { EventKind, EventOrigin, EventRow } from '../resources/secrets/events/store.ts';
import type { PlacedFolder } from '../resources/secrets/folders/store.ts';
import type { Stores } from '../stores.ts';
import { dependentsOf, dependentsOfEach, type DependentElsewhere, type Dependents } from './dependents.ts';
import type { EventHub } from './hub.ts';

/** What happened to shared secrets of one folder. */
export interface FolderChange {
  readonly kind: Exclude<EventKind, 'secret:import-mutation'>;
  readonly folder: PlacedFolder;
  readonly keys: readonly string[];
}

/** Records what happened to secrets, in the transaction in which it happens. */
export interface Events {
  /**
   * `shown` finds the folders in which it shows through imports and references: those that depend on the changed ones,
   * unless there is more to it. It is asked when nobody else can record anything before the commit, so that an import
   * that was told of earlier is found.
   */
  record(projectId: string, changes: readonly FolderChange[], shown?: () => Promise<Dependents>): Promise<void>;
  /**
   * Waits for whoever is recording changes of that project, and keeps others from it until the commit: for whoever
   * begins to show something of it.
   */
  hold(projectId: string): Promise<void>;
  /** The folders that show anything of these; none if nobody wants to know. */
  dependentsOf(projectId: string, folders: readonly PlacedFolder[]): Promise<Dependents>;
}

interface Unit {
  readonly stores: Stores;
  readonly afterCommit: (hook: () => void) => void;
}

export interface EventMeans {
  readonly hub: EventHub;
  readonly clock: Clock;
  /** Whether other nodes have streams too. */
  readonly isShared: boolean;
}

/** An event before it has a number. */
type NewEvent = Pick<EventRow, 'kind' | 'keys' | 'origins'> & { readonly folder: PlacedFolder };

const isSome = ({ keys }: FolderChange): boolean => keys.length > 0;

const mutation = (folder: PlacedFolder, origins: EventOrigin[] | null = null): NewEvent => ({
  kind: 'secret:import-mutation',
  folder,
  keys: [],
  origins,
});

/**
 * One event for each folder, by project; the projects in one order for everybody, so that no two wait for each other.
 */
const eventsElsewhere = (projectId: string, elsewhere: readonly DependentElsewhere[]): [string, NewEvent[]][] => {
  const byProject = new Map<string, Map<string, { folder: PlacedFolder; origins: EventOrigin[] }>>();
  for (const {
    projectId: other,
    folder,
    origin: { environment, path },
  } of elsewhere) {
    const folders = byProject.get(other) ?? new Map<string, { folder: PlacedFolder; origins: EventOrigin[] }>();
    byProject.set(other, folders);
    const event = folders.get(folder.id) ?? { folder, origins: [] };
    folders.set(folder.id, event);
    if (!event.origins.some((known) => known.environment === environment && known.path === path))
      event.origins.push({ projectId, environment, path });
  }
  return [...byProject]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([other, folders]) => [other, [...folders.values()].map(({ folder, origins }) => mutation(folder, origins))]);
};

export const createEvents = ({ hub, clock, isShared }: EventMeans, { stores, afterCommit }: Unit): Events => {
  const isWanted = (projectId: string): boolean => isShared || hub.isWatched(projectId);
  /** What happens in one project may show in any other one. */
  const isAnyWanted = (): boolean => isShared || hub.isAnyWatched;

  /**
   * Other nodes read them, so they are kept, and all nodes are told; a single one just takes them, in the order of its
   * commits.
   */
  const publish = async (projectId: string, events: readonly EventRow[]): Promise<void> => {
    if (!isShared) return afterCommit(() => hub.receive(projectId, events));
    await stores.events.insert(events);
    await stores.events.notify(projectId, events.at(-1)!.sequence);
  };

  const number = async (projectId: string, told: readonly NewEvent[]): Promise<void> => {
    if (told.length === 0 || !isWanted(projectId)) return;
    const last = await stores.events.takeNumbers(projectId, told.length);
    const createdAt = timestamp(clock.now());
    const events = told.map(({ folder: { environment, path }, ...event }, index) => ({
      ...event,
      projectId,
      sequence: last - told.length + 1 + index,
      environment,
      path,
      createdAt,
    }));
    await publish(projectId, events);
  };

  return {
    async record(projectId, changes, shown) {
      if (!isAnyWanted()) return;
      const changed = changes.filter(isSome);
      if (changed.length === 0 && !shown) return;
      // After everything else that the caller locks, because nobody else gets a number in the project until the commit.
      // SQLite does one thing at a time anyway.
      if (isShared) await stores.events.takeNumbers(projectId, 0);
      const { own, elsewhere } = shown
        ? await shown()
        : await dependentsOfEach(stores, projectId, [
            ...new Map(changed.map(({ folder }) => [folder.id, folder])).values(),
          ]);
      await number(projectId, [
        ...changed.map(({ kind, folder, keys }) => ({ kind, folder, keys, origins: null })),
        ...own.map((folder) => mutation(folder)),
      ]);
      for (const [other, told] of eventsElsewhere(projectId, elsewhere)) await number(other, told);
    },
    async hold(projectId) {
      if (isShared) await stores.events.takeNumbers(projectId, 0);
    },
    dependentsOf: async (projectId, folders) =>
      isAnyWanted() ? dependentsOf(stores, projectId, folders) : { own: [], elsewhere: [] },
  };
};
