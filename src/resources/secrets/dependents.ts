import type { Stores } from '../../stores.ts';
import type { PlacedFolder } from '../folders/store.ts';

/**
 * Every folder that shows anything of that one, through any number of imports and references, each once and without the folder itself.
 * A folder in a deleted environment shows nothing, and nothing shows through it.
 */
export const dependentsOf = async ({ folders }: Pick<Stores, 'folders'>, projectId: string, folder: PlacedFolder): Promise<PlacedFolder[]> => {
  const found = new Map<string, PlacedFolder>();
  let level = [folder];
  while (level.length > 0) {
    const known = found.size;
    for (const one of await folders.listShowing(projectId, level)) if (one.id !== folder.id && !found.has(one.id)) found.set(one.id, one);
    level = [...found.values()].slice(known);
  }
  return [...found.values()];
};
