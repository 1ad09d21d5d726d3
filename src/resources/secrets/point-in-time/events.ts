import type { Dependents } from '../../../events/dependents.ts';
import type { Events, FolderChange } from '../../../events/recorder.ts';

/** The keys of one folder, as they are reported at the end. */
interface FolderKeys {
  readonly folder: FolderChange['folder'];
  readonly kinds: Map<string, FolderChange['kind']>;
}

/** Returns what a key's events amount to together; undefined if they cancel each other. */
const combined = (
  first: FolderChange['kind'] | undefined,
  second: FolderChange['kind'],
): FolderChange['kind'] | undefined => {
  if (first === undefined || first === second) return second;
  if (first === 'secret:create') return second === 'secret:delete' ? undefined : first;
  if (first === 'secret:delete') return 'secret:update';
  return second === 'secret:delete' ? second : first;
};

/** Combines the changes of several steps into at most one of each kind for each folder. */
export const mergeChanges = (changes: readonly FolderChange[]): FolderChange[] => {
  const folders = new Map<string, FolderKeys>();
  for (const { kind, folder, keys } of changes) {
    const id = `${folder.id} ${folder.environment} ${folder.path}`;
    const entry = folders.get(id) ?? { folder, kinds: new Map<string, FolderChange['kind']>() };
    folders.set(id, entry);
    for (const key of keys) {
      const kind2 = combined(entry.kinds.get(key), kind);
      if (kind2) entry.kinds.set(key, kind2);
      else entry.kinds.delete(key);
    }
  }
  return [...folders.values()].flatMap(({ folder, kinds }) =>
    (['secret:create', 'secret:update', 'secret:delete'] as const).flatMap((kind) => {
      const keys = [...kinds]
        .filter(([, one]) => one === kind)
        .map(([key]) => key)
        .sort();
      return keys.length > 0 ? [{ kind, folder, keys }] : [];
    }),
  );
};

/** Collects the events of several steps of one change. */
export interface CollectedEvents {
  readonly events: Events;
  /** Records what was collected. */
  flush(): Promise<void>;
}

export const collectEvents = (real: Events, projectId: string): CollectedEvents => {
  const changes: FolderChange[] = [];
  const shown: (() => Promise<Dependents>)[] = [];
  const allShown = async (): Promise<Dependents> => {
    const folders = [...new Map(changes.map(({ folder }) => [folder.id, folder])).values()];
    const found = [await real.dependentsOf(projectId, folders)];
    for (const dependents of shown) found.push(await dependents());
    return {
      inProject: [
        ...new Map(found.flatMap(({ inProject }) => inProject).map((folder) => [folder.id, folder])).values(),
      ],
      inOtherProjects: found.flatMap(({ inOtherProjects }) => inOtherProjects),
    };
  };
  return {
    events: {
      ...real,
      record: async (_projectId, more, options) => {
        changes.push(...more);
        if (options?.shown) shown.push(options.shown);
      },
    },
    flush: () => real.record(projectId, mergeChanges(changes), { shown: shown.length > 0 ? allShown : undefined }),
  };
};
