import type { PlacedFolder, ShowingFolder } from '../resources/secrets/folders/store.ts';
import type { Stores } from '../stores.ts';

/** A folder of another project that shows something of a changed one. */
export interface DependentElsewhere {
  readonly projectId: string;
  readonly folder: PlacedFolder;
  /** The changed folder. */
  readonly origin: PlacedFolder;
}

/** What shows anything of some folders of a project. */
export interface Dependents {
  readonly own: readonly PlacedFolder[];
  readonly elsewhere: readonly DependentElsewhere[];
}

type Means = Pick<Stores, 'folders'>;

/**
 * Folders of other projects that are notified of one change: whoever changes something must not pay for what others
 * built on it elsewhere.
 */
export const maxElsewhere = 500;

const nameOf = ({ environment, path }: PlacedFolder): string => `${environment}:${path}`;

/**
 * Follows imports and references within the project. `meet` is given the folders of other projects that show one of the
 * first ones.
 */
const follow = async (
  { folders }: Means,
  projectId: string,
  shown: readonly PlacedFolder[],
  { limit = Infinity, meet }: { limit?: number; meet?: (showing: ShowingFolder) => void },
): Promise<PlacedFolder[]> => {
  const own = new Set(shown.map(({ id }) => id));
  const found = new Map<string, PlacedFolder>();
  let level: readonly PlacedFolder[] = shown;
  while (level.length > 0 && found.size < limit) {
    const known = found.size;
    for (const one of await folders.listShowing(projectId, level)) {
      const { id, environment, path } = one;
      if (one.projectId !== projectId) {
        if (level === shown) meet?.(one);
      } else if (!own.has(id) && !found.has(id)) found.set(id, { id, environment, path });
    }
    level = [...found.values()].slice(known);
  }
  return [...found.values()];
};

/**
 * By other project and changed folder; those that import it first, because whoever made an import was allowed to read
 * there.
 */
const byProjectAndOrigin = (
  met: readonly ShowingFolder[],
  shown: readonly PlacedFolder[],
): { projectId: string; origin: PlacedFolder; folders: PlacedFolder[] }[] => {
  const ids = new Map(shown.map((folder) => [folder.id, folder]));
  const names = new Map(shown.map((folder) => [nameOf(folder), folder]));
  const groups = new Map<string, { projectId: string; origin: PlacedFolder; folders: PlacedFolder[] }>();
  for (const origins of [ids, names]) {
    for (const { projectId, id, environment, path, shows } of met) {
      const origin = origins.get(shows);
      if (!origin) continue;
      const key = `${projectId} ${origin.id}`;
      const group = groups.get(key) ?? { projectId, origin, folders: [] };
      groups.set(key, group);
      if (!group.folders.some((folder) => folder.id === id)) group.folders.push({ id, environment, path });
    }
  }
  return [...groups.values()];
};

const dependentsElsewhere = async (
  stores: Means,
  met: readonly ShowingFolder[],
  shown: readonly PlacedFolder[],
): Promise<DependentElsewhere[]> => {
  const elsewhere: DependentElsewhere[] = [];
  for (const { projectId, origin, folders } of byProjectAndOrigin(met, shown)) {
    const limit = maxElsewhere - elsewhere.length;
    if (limit <= 0) break;
    const all = [...folders, ...(await follow(stores, projectId, folders, { limit }))].slice(0, limit);
    elsewhere.push(...all.map((folder) => ({ projectId, folder, origin })));
  }
  return elsewhere;
};

/**
 * Every folder that shows anything of these, through any number of imports and references, each once and without these
 * themselves. A folder in a deleted environment shows nothing, and nothing shows through it. Other projects show what
 * is in these folders themselves, not what these import or refer to; from there it is followed in that project.
 */
export const dependentsOf = async (
  stores: Means,
  projectId: string,
  shown: readonly PlacedFolder[],
): Promise<Dependents> => {
  const met: ShowingFolder[] = [];
  const own = await follow(stores, projectId, shown, { meet: (showing) => void met.push(showing) });
  return { own, elsewhere: met.length === 0 ? [] : await dependentsElsewhere(stores, met, shown) };
};

/** The same of each by itself: one of them that shows another one is among them. */
export const dependentsOfEach = async (
  stores: Means,
  projectId: string,
  shown: readonly PlacedFolder[],
): Promise<Dependents> => {
  const own = new Map<string, PlacedFolder>();
  const elsewhere: DependentElsewhere[] = [];
  for (const folder of shown) {
    const dependents = await dependentsOf(stores, projectId, [folder]);
    for (const one of dependents.own) own.set(one.id, one);
    elsewhere.push(...dependents.elsewhere);
  }
  return { own: [...own.values()], elsewhere };
};
