import { timestamp, type Clock } from '../platform/clock.ts';
import type {
  Audience as StreamAudience,
  EventKind,
  EventOrigin,
  EventRow,
} from '../resources/secrets/events/store.ts';
import type { ChangeControl } from '../change-control/control.ts';
import type { FolderWithPath } from '../resources/secrets/folders/store.ts';
import type { Key } from '../platform/db/database.ts';
import type { Stores } from '../stores.ts';
import { ofProject } from '../transaction-keys.ts';
import { queueChanged, queueShown, type ChangingUnit } from './webhook-queue.ts';
import { dependentsOf, dependentsOfEach, type ExternalDependent, type Dependents } from './dependents.ts';
import type { EventHub } from './hub.ts';

/** A change of shared secrets in one folder. */
export interface FolderChange {
  readonly kind: Exclude<EventKind, 'secret:import-mutation'>;
  readonly folder: FolderWithPath;
  readonly keys: readonly string[];
}

/** Whether anybody is notified of changes: by streams, on any node, or by webhooks of any project. */
export interface Audience extends StreamAudience {
  readonly hasWebhooks: boolean;
}

/** Records events about secrets, in the transaction of the change. */
export interface Events {
  /** Finds who is notified of changes of the project; nothing about that changes until the transaction ends. */
  findAudience(projectId: string): Promise<Audience>;
  /**
   * Records changes. `shown` returns the folders that show them through imports and references; by default, those that
   * depend on the changed folders. `audience` is read unless the caller has done so.
   */
  record(
    projectId: string,
    changes: readonly FolderChange[],
    options?: { readonly shown?: (() => Promise<Dependents>) | undefined; readonly audience?: Audience | undefined },
  ): Promise<void>;
  /** The folders that show anything of these; empty if there are no subscribers and no webhooks. */
  dependentsOf(projectId: string, folders: readonly FolderWithPath[]): Promise<Dependents>;
}

interface Unit extends ChangingUnit {
  readonly stores: Stores;
  readonly changeControl: ChangeControl;
  readonly addKeys: (...keys: readonly Key[]) => void;
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

export const createEvents = ({ hub, clock, isShared }: EventDeps, unit: Unit): Events => {
  const { stores, afterCommit, addKeys } = unit;
  const findStreams = async (projectId: string): Promise<StreamAudience> =>
    isShared
      ? stores.events.findAudience(projectId)
      : { inProject: hub.isWatched(projectId), anywhere: hub.hasSubscribers };
  const findAudience = async (projectId: string): Promise<Audience> => {
    const [streams, hasWebhooks] = await Promise.all([findStreams(projectId), stores.webhooks.isAny()]);
    return { ...streams, hasWebhooks };
  };
  /** Whether there may be subscribers; a change in one project may show in any other one. */
  const mayHaveAudience = (): boolean => isShared || hub.hasSubscribers;

  /** With several nodes, stores the events and notifies all nodes; a single node delivers them after the commit. */
  const publish = async (projectId: string, newEvents: readonly NewEvent[]): Promise<void> => {
    if (newEvents.length === 0) return;
    const createdAt = timestamp(clock.now());
    const events = newEvents.map(({ folder: { environment, path }, ...event }) => ({
      ...event,
      environment,
      path,
      createdAt,
    }));
    if (isShared) return stores.events.append(projectId, events);
    const last = await stores.events.takeNumbers(projectId, events.length);
    const numbered = events.map((event, index) => ({
      ...event,
      projectId,
      sequence: last - events.length + 1 + index,
    }));
    afterCommit(() => hub.receive(projectId, numbered));
  };

  return {
    findAudience,
    async record(projectId, changes, { shown, audience: known } = {}) {
      await unit.changeControl.judge(projectId, changes);
      const audience = known ?? (await findAudience(projectId));
      if (!shown) {
        if (audience.hasWebhooks) queueChanged(unit, projectId, changes.filter(isSome));
      } else if (await stores.webhooks.isAnyBeside(projectId)) {
        queueChanged(unit, projectId, changes);
        queueShown(unit, projectId, await shown());
      }
      if (!mayHaveAudience()) return;
      const changed = changes.filter(isSome);
      if (changed.length === 0 && !shown) return;
      const folders = [...new Map(changed.map(({ folder }) => [folder.id, folder])).values()];
      if (!audience.anywhere) return;
      const { inProject, inOtherProjects } = await (shown?.() ?? dependentsOfEach(stores, projectId, folders));
      if (audience.inProject)
        await publish(projectId, [
          ...changed.map(({ kind, folder, keys }) => ({ kind, folder, keys, origins: null })),
          ...inProject.map((folder) => mutation(folder)),
        ]);
      const elsewhere = eventsInOtherProjects(projectId, inOtherProjects);
      if (elsewhere.length > 0)
        addKeys(...(await stores.projects.listOwned(elsewhere.map(([id]) => id))).map(ofProject));
      for (const [other, newEvents] of elsewhere)
        if ((await findStreams(other)).inProject) await publish(other, newEvents);
    },
    dependentsOf: async (projectId, folders) =>
      mayHaveAudience() || (await stores.webhooks.isAnyBeside(projectId))
        ? dependentsOf(stores, projectId, folders)
        : { inProject: [], inOtherProjects: [] },
  };
};
