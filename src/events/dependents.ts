import type { PlacedFolder } from '../resources/folders/store.ts';
import type { Stores } from '../stores.ts';

/**
 * Every folder that shows anything of these, through any number of imports and references, each once and without these themselves.
 * A folder in a deleted environment shows nothing, and nothing shows through it.
 */
export const dependentsOf = async ({ folders }: Pick<Stores, 'folders'>, projectId: string, shown: readonly PlacedFolder[]): Promise<PlacedFolder[]> => {
  const own = new Set(shown.map(({ id }) => id));
  const found = new Map<string, PlacedFolder>();
  let level: readonly PlacedFolder[] = shown;
  while (level.length > 0) {
    const known = found.size;
    for (const one of await folders.listShowing(projectId, level)) if (!own.has(one.id) && !found.has(one.id)) found.set(one.id, one);
    level = [...found.values()].slice(known);
  }
  return [...found.values()];
};

/** The same of each by itself: one of them that shows another one is among them. */
export const dependentsOfEach = async (stores: Pick<Stores, 'folders'>, projectId: string, shown: readonly PlacedFolder[]): Promise<PlacedFolder[]> => {
  const found = new Map<string, PlacedFolder>();
  for (const folder of shown) for (const one of await dependentsOf(stores, projectId, [folder])) found.set(one.id, one);
  return [...found.values()];
};
