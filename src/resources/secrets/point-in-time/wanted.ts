import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderRow } from '../folders/store.ts';
import type { FoundCommit } from './commits.ts';
import type { Item } from './difference.ts';
import { endOfTime, momentBefore, momentOf, type Moment } from './moment.ts';
import type { Wanted } from './plan.ts';
import { rootOf, treeAt, type SecretThen, type TreeState } from './state.ts';

type Deps = Pick<Scope, 'stores'>;

/** Finds the current and the wanted state, before and again in the transaction. */
export type FindWanted = (deps: Deps) => Promise<Wanted>;

/** Returns the state with some of its objects as they are in another state. */
const replaced = <T extends Item>(
  current: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
  ids: Iterable<string>,
): Map<string, T> => {
  const result = new Map(current);
  for (const id of ids) {
    const item = other.get(id);
    if (item) result.set(id, item);
    else result.delete(id);
  }
  return result;
};

/** Chooses secrets of the folder itself by their names in either state; 404 for a name that is in none. */
const chosenIds = ({ current, target }: Wanted, folderId: string, names: readonly string[]): Set<string> => {
  const byName = new Map<string, string[]>();
  const collect = ({ id, name, folderId: isIn }: SecretThen): void => {
    if (isIn === folderId) byName.set(name, [...(byName.get(name) ?? []), id]);
  };
  current.secrets.forEach(collect);
  target.secrets.forEach(collect);
  const unknown = names.find((name) => !byName.has(name));
  if (unknown !== undefined) throw notFound(`The folder has no secret '${unknown}', and had none then.`);
  return new Set(names.flatMap((name) => byName.get(name)!));
};

/** Wants the state that the folder had at the moment, or only that of chosen secrets. */
export const stateAt =
  (folder: FolderRow, moment: Moment, isDeep: boolean, names: readonly string[] | undefined): FindWanted =>
  async (deps) => {
    const root = rootOf(folder);
    const current = await treeAt(deps, root, endOfTime, isDeep && !names);
    const target = await treeAt(deps, root, moment, isDeep && !names);
    if (!names) return { current, target };
    const secrets = replaced(current.secrets, target.secrets, chosenIds({ current, target }, folder.id, names));
    return { current, target: { ...current, secrets } };
  };

const isSame = (one: Item | undefined, other: Item | undefined): boolean =>
  one?.folderId === other?.folderId && one?.name === other?.name && one?.version === other?.version;

/** Lists those that are still as the commit left them. */
const untouched = <T extends Item>(
  ids: readonly string[],
  after: ReadonlyMap<string, T>,
  current: ReadonlyMap<string, T>,
): string[] => ids.filter((id) => isSame(after.get(id), current.get(id)));

/** Wants everything that the commit changed as it was before, unless it was changed again since. */
export const withoutCommit =
  (commit: FoundCommit): FindWanted =>
  async (deps) => {
    const at = (moment: Moment): Promise<TreeState> => treeAt(deps, rootOf(commit.folder), moment, false);
    const [before, after] = [await at(momentBefore(commit.id)), await at(momentOf(commit.id))];
    const current = await at(endOfTime);
    const ids = commit.items.map(({ id }) => id);
    // What is not in the folder any more may have been changed elsewhere.
    const isUnchanged = (id: string): boolean => {
      const secret = before.secrets.get(id);
      return current.secrets.has(id) || !secret?.row || secret.row.version === secret.version;
    };
    return {
      current,
      target: {
        ...current,
        secrets: replaced(
          current.secrets,
          before.secrets,
          untouched(ids, after.secrets, current.secrets).filter(isUnchanged),
        ),
        subfolders: replaced(
          current.subfolders,
          before.subfolders,
          untouched(ids, after.subfolders, current.subfolders),
        ),
      },
    };
  };
