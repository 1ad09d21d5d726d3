import { timestamp, type Clock } from '../platform/clock.ts';
import type { EventKind, EventRow } from '../resources/events/store.ts';
import type { PlacedFolder } from '../resources/folders/store.ts';
import type { Stores } from '../stores.ts';
import { dependentsOf, dependentsOfEach } from './dependents.ts';
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
   * `shown` finds the folders in which it shows through imports and references: those that depend on the changed ones, unless there is more to
   * it. It is asked when nobody else can record anything before the commit, so that an import that was told of earlier is found.
   */
  record(projectId: string, changes: readonly FolderChange[], shown?: () => Promise<readonly PlacedFolder[]>): Promise<void>;
  /** The folders that show anything of these; none if nobody wants to know. */
  dependentsOf(projectId: string, folders: readonly PlacedFolder[]): Promise<PlacedFolder[]>;
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

const isSome = ({ keys }: FolderChange): boolean => keys.length > 0;

export const createEvents = ({ hub, clock, isShared }: EventMeans, { stores, afterCommit }: Unit): Events => {
  const isWanted = (projectId: string): boolean => isShared || hub.isWatched(projectId);

  /** Other nodes read them, so they are kept, and all nodes are told; a single one just takes them, in the order of its commits. */
  const publish = async (projectId: string, events: readonly EventRow[]): Promise<void> => {
    if (!isShared) return afterCommit(() => hub.receive(projectId, events));
    await stores.events.insert(events);
    await stores.events.notify(projectId, events.at(-1)!.sequence);
  };

  return {
    async record(projectId, changes, shown) {
      if (!isWanted(projectId)) return;
      const changed = changes.filter(isSome);
      if (changed.length === 0 && !shown) return;
      // After everything else that the caller locks, because nobody else gets a number in the project until the commit. SQLite does one thing at a time anyway.
      if (isShared) await stores.events.takeNumbers(projectId, 0);
      const showing = shown ? await shown() : await dependentsOfEach(stores, projectId, [...new Map(changed.map(({ folder }) => [folder.id, folder])).values()]);
      const told = [
        ...changed.map(({ kind, folder, keys }) => ({ kind, folder, keys })),
        ...showing.map((folder) => ({ kind: 'secret:import-mutation' as const, folder, keys: [] })),
      ];
      if (told.length === 0) return;
      const last = await stores.events.takeNumbers(projectId, told.length);
      const createdAt = timestamp(clock.now());
      const events = told.map(({ kind, folder: { environment, path }, keys }, index) => ({ projectId, sequence: last - told.length + 1 + index, kind, environment, path, keys, createdAt }));
      await publish(projectId, events);
    },
    dependentsOf: async (projectId, folders) => (isWanted(projectId) ? dependentsOf(stores, projectId, folders) : []),
  };
};
