import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderChangeRow } from '../folder-changes/store.ts';
import { childPath } from '../folders/path.ts';
import type { FolderRow } from '../folders/store.ts';
import type { Item } from './difference.ts';
import { limits, refuseBeyond } from './limits.ts';
import { timeOf, type Moment } from './moment.ts';
import type { AnyFolderRow, AnySecretRow, VersionFacts } from './store.ts';
import { nameAt, placementAt, type Placement } from './timeline.ts';

type Deps = Pick<Scope, 'stores'>;

/** A secret as it was at a moment. */
export interface SecretThen extends Item {
  /** Undefined if the secret was removed for good. */
  readonly facts: VersionFacts | undefined;
  /** The secret as it is now, or was when it was deleted; undefined if it was removed for good. */
  readonly row: AnySecretRow | undefined;
}

/** A folder in another one, as it was at a moment. */
export interface FolderThen extends Item {
  /** Undefined if the folder was removed for good. */
  readonly row: AnyFolderRow | undefined;
  readonly createdAt: Timestamp;
}

/** A folder whose contents are in the state, with its path at that moment. */
export interface FolderWithContents {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly createdAt: Timestamp;
}

/** The contents of a folder, and perhaps of those below it, at a moment. */
export interface TreeState {
  readonly moment: Moment;
  /** By id, parents first. */
  readonly folders: ReadonlyMap<string, FolderWithContents>;
  readonly secrets: ReadonlyMap<string, SecretThen>;
  readonly subfolders: ReadonlyMap<string, FolderThen>;
}

const groupByObject = (changes: readonly FolderChangeRow[]): Map<string, FolderChangeRow[]> => {
  const groups = new Map<string, FolderChangeRow[]>();
  for (const change of changes) {
    const group = groups.get(change.objectId);
    if (group) group.push(change);
    else groups.set(change.objectId, [change]);
  }
  return groups;
};

/** Finds the recorded changes of everything of that kind that ever was in these folders. */
const changesOfAll = async (
  { stores: { pointInTime } }: Deps,
  kind: 'secret' | 'folder',
  folderIds: readonly string[],
  rows: readonly { readonly id: string }[],
): Promise<{ ids: string[]; changes: Map<string, FolderChangeRow[]> }> => {
  const here = await pointInTime.changesIn(folderIds, limits.changes);
  const ids = new Set(rows.map(({ id }) => id));
  for (const change of here) if (change.kind.startsWith(kind)) ids.add(change.objectId);
  refuseBeyond(limits.secrets, ids.size, 'secrets or folders');
  const changes = await pointInTime.changesOf([...ids], limits.changes);
  refuseBeyond(limits.changes - 1, changes.length, 'recorded changes');
  return { ids: [...ids], changes: groupByObject(changes) };
};

const missingIn = (ids: readonly string[], rows: readonly { readonly id: string }[]): string[] => {
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
};

/** Whether something without a record of its creation existed at the moment. */
const existed = (createdAt: Timestamp, moment: Moment): boolean => createdAt <= timeOf(moment);

/** Lists the folders that were in these folders at the moment. */
export const subfoldersAt = async (
  deps: Deps,
  parentIds: readonly string[],
  moment: Moment,
): Promise<Map<string, FolderThen>> => {
  const { pointInTime } = deps.stores;
  const here = await pointInTime.foldersIn(parentIds);
  const { ids, changes } = await changesOfAll(deps, 'folder', parentIds, here);
  const rows = new Map([...here, ...(await pointInTime.foldersById(missingIn(ids, here)))].map((row) => [row.id, row]));
  const parents = new Set(parentIds);
  const found = new Map<string, FolderThen>();
  await eachYielding(ids, (id) => {
    const row = rows.get(id);
    const history = changes.get(id) ?? [];
    const now = row && { folderId: row.parentId!, name: row.name, version: null };
    const placement = placementAt(history, now, moment);
    const createdAt = row?.createdAt ?? history[0]!.objectCreatedAt;
    if (placement && parents.has(placement.folderId) && existed(createdAt, moment))
      found.set(id, { id, folderId: placement.folderId, name: placement.name, version: undefined, row, createdAt });
  });
  return found;
};

const secretThen = (
  id: string,
  placement: Placement,
  row: AnySecretRow | undefined,
  facts: VersionFacts | undefined,
): SecretThen => ({
  id,
  folderId: placement.folderId,
  name: facts ? nameAt(placement, facts) : placement.name,
  version: facts?.version,
  facts,
  row,
});

/** Lists the shared secrets that were in these folders at the moment. */
const secretsAt = async (
  deps: Deps,
  folderIds: readonly string[],
  moment: Moment,
): Promise<Map<string, SecretThen>> => {
  const { pointInTime } = deps.stores;
  const here = await pointInTime.secretsIn(folderIds);
  const { ids, changes } = await changesOfAll(deps, 'secret', folderIds, here);
  const rows = new Map([...here, ...(await pointInTime.secretsById(missingIn(ids, here)))].map((row) => [row.id, row]));
  refuseBeyond(
    limits.changes,
    [...rows.values()].reduce((sum, { version }) => sum + version, 0),
    'versions of secrets',
  );
  const inFolders = new Set(folderIds);
  const placements = new Map<string, Placement>();
  await eachYielding(ids, (id) => {
    const row = rows.get(id);
    const now = row && { folderId: row.folderId, name: row.key, version: row.version };
    const placement = placementAt(changes.get(id) ?? [], now, moment);
    if (placement && inFolders.has(placement.folderId)) placements.set(id, placement);
  });
  const versions = new Map(
    (await pointInTime.versionsAt([...placements.keys()], { moment, time: timeOf(moment) })).map((facts) => [
      facts.secretId,
      facts,
    ]),
  );
  const found = new Map<string, SecretThen>();
  await eachYielding(placements, ([id, placement]) => {
    const [row, facts] = [rows.get(id), versions.get(id)];
    // Without a version, it was created later, unless nothing is left of it.
    const isKnown = facts !== undefined || (!row && existed(changes.get(id)![0]!.objectCreatedAt, moment));
    if (isKnown) found.set(id, secretThen(id, placement, row, facts));
  });
  return found;
};

/** Returns what the folder contained at the moment; with `isDeep`, also what those below it contained. */
export const treeAt = async (
  deps: Deps,
  root: FolderWithContents,
  moment: Moment,
  isDeep: boolean,
): Promise<TreeState> => {
  const folders = new Map([[root.id, root]]);
  const subfolders = new Map<string, FolderThen>();
  let level = [root.id];
  while (level.length > 0) {
    const below = await subfoldersAt(deps, level, moment);
    for (const folder of below.values()) subfolders.set(folder.id, folder);
    // A folder that was removed for good is shown, but its contents are unknown.
    const next = isDeep ? [...below.values()].filter(({ row, id }) => row && !folders.has(id)) : [];
    for (const { id, name, folderId, createdAt } of next)
      folders.set(id, { id, name, path: childPath(folders.get(folderId)!.path, name), createdAt });
    refuseBeyond(limits.folders, folders.size, 'folders');
    level = next.map(({ id }) => id);
  }
  return { moment, folders, subfolders, secrets: await secretsAt(deps, [...folders.keys()], moment) };
};

/** The folder as the root of a state. */
export const rootOf = ({ id, name, path, createdAt }: FolderRow): FolderWithContents => ({ id, name, path, createdAt });

/** Returns since when the contents of the folder are recorded. */
export const historySince = ({ createdAt }: FolderWithContents, startOfHistory: Timestamp): Timestamp =>
  createdAt > startOfHistory ? createdAt : startOfHistory;

/** Parses a time of a request, whose format is checked already. */
export const storedTime = (text: string): Timestamp => timestamp(new Date(text));
