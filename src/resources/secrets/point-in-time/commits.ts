import type { Timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { ChangeActor, FolderChangeRow } from '../folder-changes/store.ts';
import type { FolderRow } from '../folders/store.ts';
import { limits } from './limits.ts';
import type { CommitVersionRow, VersionFacts } from './store.ts';

type Deps = Pick<Scope, 'stores'>;

/** How the state of the folder changed. */
export type ChangeType = 'added' | 'updated' | 'deleted';

/** A secret or a folder that a commit changed. */
export interface CommitItem {
  readonly resource: 'secret' | 'folder';
  readonly id: string;
  readonly type: ChangeType;
  readonly name: string;
  /** The version of a secret after an addition or update, or before a deletion; null for a folder. */
  readonly version: number | null;
  /** The former name of a folder; null if it stays. */
  readonly otherName: string | null;
}

/** Everything that one transaction changed in one folder. */
export interface Commit extends ChangeActor {
  readonly id: string;
  readonly folderId: string;
  readonly createdAt: Timestamp;
  readonly items: readonly CommitItem[];
}

/** Removing something from the trash for good changes no folder. */
const isCommitted = ({ kind }: FolderChangeRow): boolean => !kind.endsWith('-removed');

const typeOf = (kind: FolderChangeRow['kind']): ChangeType => {
  if (/-(deleted|moved-away)$/.test(kind)) return 'deleted';
  return kind === 'folder-renamed' ? 'updated' : 'added';
};

type VersionOfCommit = Pick<CommitVersionRow, 'secretId' | 'version' | 'key'>;

/** Returns what a commit changed; each secret and folder once, as the whole of its changes. */
export const itemsOf = (versions: readonly VersionOfCommit[], changes: readonly FolderChangeRow[]): CommitItem[] => {
  const items = new Map<string, CommitItem>();
  for (const { objectId, kind, name, version, otherName } of changes.filter(isCommitted)) {
    const resource = kind.startsWith('secret') ? ('secret' as const) : ('folder' as const);
    items.set(objectId, { resource, id: objectId, type: typeOf(kind), name, version, otherName });
  }
  for (const { secretId, version, key } of versions) {
    const item = items.get(secretId);
    // What was restored or moved here may get a version in the same transaction, and what was deleted may have got one.
    if (item?.type === 'deleted') continue;
    if ((item?.version ?? 0) > version) continue;
    const type = item?.type ?? (version === 1 ? 'added' : 'updated');
    items.set(secretId, { resource: 'secret', id: secretId, type, name: key, version, otherName: null });
  }
  return [...items.values()];
};

const authorOf = ({ actorType, actorId, actorName }: ChangeActor): ChangeActor => ({ actorType, actorId, actorName });

interface Rows {
  readonly versions: CommitVersionRow[];
  readonly changes: FolderChangeRow[];
}

const commitOf = (id: string, folderId: string, { versions, changes }: Rows): Commit => {
  const first = changes[0] ?? versions[0]!;
  return { id, folderId, ...authorOf(first), createdAt: first.createdAt, items: itemsOf(versions, changes) };
};

/** Lists the commits of a folder, newest first; only of its newest changes, if it has very many. */
export const listCommitsOf = async ({ stores: { pointInTime } }: Deps, folderId: string): Promise<Commit[]> => {
  const [versions, changes] = await Promise.all([
    pointInTime.versionsIn(folderId, limits.listed),
    pointInTime.changesIn([folderId], limits.listed),
  ]);
  const byId = new Map<string, Rows>();
  const rowsOf = (id: string): Rows => {
    let rows = byId.get(id);
    if (!rows) byId.set(id, (rows = { versions: [], changes: [] }));
    return rows;
  };
  await eachYielding(versions, (version) => void rowsOf(version.changeId).versions.push(version));
  await eachYielding(changes.filter(isCommitted), (change) => void rowsOf(change.changeId).changes.push(change));
  const commits: Commit[] = [];
  await eachYielding(byId, ([id, rows]) => void commits.push(commitOf(id, folderId, rows)));
  return commits.sort((one, other) => (one.id < other.id ? 1 : -1));
};

/** A commit with everything that is stored about it. */
export interface FoundCommit extends Commit {
  readonly folder: FolderRow;
  readonly versions: readonly VersionFacts[];
}

export const commitNotFound = () => notFound('Commit not found.');

/** Finds a commit of an existing folder of the project; 404 if there is none. */
export const findCommit = async ({ stores }: Deps, projectId: string, id: string): Promise<FoundCommit> => {
  const [versions, all] = await Promise.all([stores.pointInTime.versionsWith(id), stores.pointInTime.changesWith(id)]);
  const changes = all.filter(isCommitted);
  const folderId = versions[0]?.folderId ?? changes[0]?.folderId;
  const folder = folderId === undefined ? undefined : await stores.folders.findById(projectId, folderId);
  if (!folder) throw commitNotFound();
  const first = changes[0] ?? versions[0]!;
  const items = itemsOf(versions, changes);
  return { id, folderId: folder.id, ...authorOf(first), createdAt: first.createdAt, items, folder, versions };
};

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Summarizes what a commit changed, for commits without a message. */
export const defaultMessage = (items: readonly CommitItem[]): string => {
  const parts = (['secret', 'folder'] as const).flatMap((resource) =>
    (['added', 'updated', 'deleted'] as const).map((type) => ({
      text: `${resource} ${type}`,
      resource,
      type,
      count: items.filter((item) => item.resource === resource && item.type === type).length,
    })),
  );
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, resource, type }) => `${plural(count, resource)} ${type}`)
    .join(', ');
};

const verbs = { added: 'added', updated: 'changed', deleted: 'deleted' } as const;
/** How many names of each kind a summary has. */
const maxNamed = 3;

/** Says what a commit changed by name, "Added A and B, changed C", for those who may know the names. */
export const namedMessage = (items: readonly CommitItem[]): string => {
  const parts = (['added', 'updated', 'deleted'] as const).flatMap((type) => {
    const names = items
      .filter((item) => item.type === type)
      .map(({ resource, name }) => (resource === 'folder' ? `${name}/` : name))
      .sort();
    if (names.length === 0) return [];
    const more = names.length > maxNamed ? [`${names.length - maxNamed} more`] : [];
    const shown = [...names.slice(0, maxNamed), ...more];
    const list = shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
    return [`${verbs[type]} ${list}`];
  });
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

export interface CommitFilter {
  readonly search: string | undefined;
  readonly actorId: string | undefined;
  readonly actorType: string | undefined;
  /** Whether the names of secrets are searched. */
  readonly searchesSecretNames: boolean;
}

/** Returns the commits that match the filter. */
export const filterCommits = async (
  commits: readonly Commit[],
  messages: ReadonlyMap<string, string>,
  { search, actorId, actorType, searchesSecretNames }: CommitFilter,
): Promise<Commit[]> => {
  const text = search?.toLowerCase();
  const has = (value: string): boolean => value.toLowerCase().includes(text!);
  const matches = ({ id, items, actorName }: Commit): boolean =>
    text === undefined ||
    id.startsWith(text) ||
    has(actorName) ||
    has(messages.get(id) ?? defaultMessage(items)) ||
    items.some(({ resource, name }) => (resource === 'folder' || searchesSecretNames) && has(name));
  const found: Commit[] = [];
  await eachYielding(commits, (commit) => {
    const isByActor =
      (actorId === undefined || commit.actorId === actorId) &&
      (actorType === undefined || commit.actorType === actorType);
    if (isByActor && matches(commit)) found.push(commit);
  });
  return found;
};
