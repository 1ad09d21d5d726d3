import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import { eachYielding, filterYielding, sortYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import type { FolderRow } from '../folders/store.ts';
import { decryptAll } from '../secrets/reading/decryption.ts';
import { groupBy, groupYielding } from '../../../platform/group-by.ts';
import { compare } from '../secrets/reading/imported.ts';
import type { FolderWithId } from '../secrets/reading/readable-secret.ts';
import { SecretReader } from '../secrets/reading/reader.ts';
import { contentOf } from './content.ts';
import { authorizeName, type NamedSecret } from './names.ts';
import { contains, requireDescribing, requireEnvironments } from './query.ts';
import type { SecretName, SecretSearch } from './store.ts';
import { foundFolderView, foundSecretView, type FolderOfEnvironment } from './view.ts';

export interface SearchQuery {
  /** Slugs. */
  readonly environments: readonly string[];
  readonly path: string;
  readonly text: string;
  /** Slugs. */
  readonly tags: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

type Deps = Pick<Scope, 'stores' | 'environments' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config'>;

/** The most matches of each kind that are counted. */
const searchLimit = 500;
/** The most matches that are authorized; a caller may be allowed to see few of them. */
const maxCandidates = 10_000;
/** How many folders one statement searches. */
const foldersAtOnce = 500;
const maxTags = 100;

/** Finds the tags that the search is about, with one statement; undefined if no secret can have them. */
const readSearch = async (
  { stores, actor }: Deps,
  { row: project }: ProjectAccess,
  { text, tags }: SearchQuery,
): Promise<SecretSearch | undefined> => {
  const all = await stores.tags.list(project.id);
  const idsOf = (fits: (slug: string) => boolean): string[] => all.filter(({ slug }) => fits(slug)).map(({ id }) => id);
  const tagIds = tags.length > 0 ? idsOf((slug) => tags.includes(slug)) : undefined;
  if (tagIds?.length === 0) return undefined;
  const orTagIds = text === '' ? [] : idsOf((slug) => contains(slug, text)).slice(0, maxTags);
  return { text, orTagIds, tagIds, owner: actor.type === 'user' ? actor.id : '' };
};

/** Authorizes the secrets, with their tags where permissions depend on them. */
const visibleOf = async (
  { stores }: Deps,
  reader: SecretReader,
  rows: readonly SecretName[],
  folderOf: ReadonlyMap<string, FolderWithId>,
): Promise<NamedSecret[]> => {
  const withTags = rows.filter(({ folderId }) => !reader.decisionsIn(folderOf.get(folderId)!).describe.allowsAll);
  const tags = groupBy(await stores.secrets.tagsOf(withTags.map(({ id }) => id)), ({ secretId }) => secretId);
  const visible: NamedSecret[] = [];
  await eachYielding(rows, (row) => {
    const slugs = (tags.get(row.id) ?? []).map(({ slug }) => slug);
    const secret = authorizeName(reader, row, folderOf.get(row.folderId)!, slugs);
    if (secret?.isVisible) visible.push(secret);
  });
  return visible;
};

/** Identifies what is one entry of the page: a shared secret, and the caller's personal one of the same name. */
const entryKey = ({ row, folder }: NamedSecret): string => `${folder.id} ${row.key}`;

/** Finds secrets until there are more entries than the limit; searches some folders at a time, in their order. */
const findSecrets = async (
  scope: Deps,
  reader: SecretReader,
  folders: readonly FolderWithId[],
  search: SecretSearch,
): Promise<{ found: NamedSecret[]; isLimitReached: boolean }> => {
  const folderOf = new Map(folders.map((folder) => [folder.id, folder]));
  const found: NamedSecret[] = [];
  const entries = new Set<string>();
  let candidates = 0;
  for (let at = 0; at < folders.length; at += foldersAtOnce) {
    const ids = folders.slice(at, at + foldersAtOnce).map(({ id }) => id);
    const rows = await scope.stores.dashboard.search(ids, search, maxCandidates - candidates);
    candidates += rows.length;
    for (const secret of await visibleOf(scope, reader, rows, folderOf)) {
      found.push(secret);
      entries.add(entryKey(secret));
    }
    if (entries.size > searchLimit || candidates >= maxCandidates) return { found, isLimitReached: true };
  }
  return { found, isLimitReached: false };
};

/** Returns the entries by name, then as their folders are sorted; in each, the shared secret comes first. */
const sortedEntries = async (
  secrets: readonly NamedSecret[],
  folders: readonly FolderRow[],
): Promise<(readonly NamedSecret[])[]> => {
  const rank = new Map(folders.map(({ id }, index) => [id, index]));
  const sorted = await sortYielding(
    secrets,
    (one, other) =>
      compare(one.row.key, other.row.key) ||
      rank.get(one.folder.id)! - rank.get(other.folder.id)! ||
      compare(one.row.ownerId, other.row.ownerId),
  );
  return [...(await groupYielding(sorted, entryKey)).values()];
};

/** Whether the search is about this folder, by its name, or by its path if the text looks like one. */
const isFound = ({ name, path, parentId }: FolderRow, { text, path: below, tags }: SearchQuery): boolean =>
  parentId !== null &&
  path !== below &&
  text !== '' &&
  tags.length === 0 &&
  contains(text.includes('/') ? path : name, text);

/** Finds folders and secrets at any depth below a path, in several environments. */
export const searchIn = async (
  scope: Deps,
  project: ProjectAccess,
  query: SearchQuery,
): Promise<Reply<'searchSecrets'>> => {
  requireDescribing(project, query.environments, query.path);
  if (query.text === '' && query.tags.length === 0)
    throw badRequest('Send "search" or "tags": the text or the tags to search for.');
  const environments = await requireEnvironments(scope, project, query.environments, query.path);
  const environmentOf = new Map(environments.map((environment) => [environment.id, environment]));
  const [rows, search] = await Promise.all([
    scope.stores.dashboard.foldersBelow([...environmentOf.keys()], query.path),
    readSearch(scope, project, query),
  ]);
  const reader = new SecretReader(scope, project, 'all');
  const positionOf = ({ environmentId }: FolderRow): number => environmentOf.get(environmentId)!.position;
  const folders = await sortYielding(
    rows,
    (one, other) => compare(one.path, other.path) || positionOf(one) - positionOf(other),
  );
  const { found, isLimitReached } = search
    ? await findSecrets(scope, reader, await describable(reader, folders, environmentOf), search)
    : { found: [], isLimitReached: false };
  const named: FolderOfEnvironment[] = folders
    .filter((folder) => isFound(folder, query))
    .map((folder) => ({ folder, environment: environmentOf.get(folder.environmentId)! }));
  return show(scope, reader, query, {
    folders: named.slice(0, searchLimit),
    entries: (await sortedEntries(found, folders)).slice(0, searchLimit),
    isLimitReached: isLimitReached || named.length > searchLimit,
  });
};

/** The folders in which the reader may be able to see something. */
const describable = (
  reader: SecretReader,
  folders: readonly FolderRow[],
  environmentOf: ReadonlyMap<string, EnvironmentRow>,
): Promise<FolderWithId[]> =>
  filterYielding(
    folders.map(({ id, environmentId, path }) => ({
      id,
      folderRef: { environment: environmentOf.get(environmentId)!.slug, path },
    })),
    (folder) => reader.decisionsIn(folder).describe.mayAllow,
  );

interface Matches {
  readonly folders: readonly FolderOfEnvironment[];
  readonly entries: readonly (readonly NamedSecret[])[];
  readonly isLimitReached: boolean;
}

const show = async (
  scope: Deps,
  reader: SecretReader,
  { offset, limit }: SearchQuery,
  { folders, entries, isLimitReached }: Matches,
): Promise<Reply<'searchSecrets'>> => {
  const end = offset + limit;
  const secrets = entries.slice(offset, end).flat();
  const cells = secrets.map((secret) => ({ secret, into: secret.folder }));
  const toShow = await contentOf(scope, reader, cells, 'all');
  const decrypted = await decryptAll(scope, { toShow, graph: undefined, showsValues: false });
  return {
    folders: folders.slice(offset, end).map(foundFolderView),
    secrets: decrypted.map((secret, index) => foundSecretView(secret, toShow[index]!)),
    totalFolderCount: folders.length,
    totalSecretCount: entries.length,
    totalCount: folders.length + entries.length,
    searchLimit,
    isSearchLimitReached: isLimitReached,
  };
};
