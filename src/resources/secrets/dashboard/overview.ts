import type { ProjectAccess } from '../../../access/project-access.ts';
import { naturalKey } from '../../../formats/natural-order.ts';
import type { ConditionalReply, Reply } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { eachYielding, mapYielding, sortYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import { folderNotFound } from '../folders/guard.ts';
import type { FolderRow } from '../folders/store.ts';
import { visibleImports } from '../secret-imports/find.ts';
import { cacheKey, conditionalResponse, type ResponseDraft } from '../secrets/reading/response.ts';
import { secretsOf } from '../secrets/reading/graph.ts';
import { groupBy, groupYielding } from '../../../platform/group-by.ts';
import { compare } from '../secrets/reading/imported.ts';
import { LongLists, type ListSize } from '../secrets/reading/long-lists.ts';
import type { FolderWithId } from '../secrets/reading/readable-secret.ts';
import { SecretReader, type ReadExtent } from '../secrets/reading/reader.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { cellsOf, type Cell } from './cells.ts';
import { contentOf } from './content.ts';
import { NameReader } from './names.ts';
import { contains, requireDescribing, requireEnvironments } from './query.ts';
import { RecentCells } from './recent-cells.ts';
import {
  overviewFolderView,
  overviewImportView,
  overviewSecretView,
  type FolderOfEnvironment,
  type ImportOfEnvironment,
} from './view.ts';
import { Window } from './window.ts';

export interface OverviewQuery {
  /** Slugs. */
  readonly environments: readonly string[];
  readonly path: string;
  readonly offset: number;
  readonly limit: number;
  /** Whether numbers in names are ordered by their size, and letters whatever their case. */
  readonly isNatural: boolean;
  readonly isDescending: boolean;
  readonly search: string;
  /** Slugs; a secret needs at least one of them, unless the list is empty. */
  readonly tags: readonly string[];
  readonly kinds: {
    readonly secrets: boolean;
    readonly folders: boolean;
    readonly imports: boolean;
    readonly importedSecrets: boolean;
  };
}

type Deps = Pick<Scope, 'stores' | 'environments' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config'>;

/** The folder of the query in one environment. */
interface Column extends FolderWithId {
  readonly environment: EnvironmentRow;
}

const columnsOf = async (scope: Deps, project: ProjectAccess, query: OverviewQuery): Promise<Column[]> => {
  const { path } = query;
  const environments = await requireEnvironments(scope, project, query.environments, path);
  const rows = await scope.stores.dashboard.foldersAt(
    environments.map(({ id }) => id),
    path,
  );
  const idOf = new Map(rows.map(({ id, environmentId }) => [environmentId, id]));
  const columns = environments.flatMap((environment) => {
    const id = idOf.get(environment.id);
    return id === undefined ? [] : [{ id, environment, folderRef: { environment: environment.slug, path } }];
  });
  const [first] = environments;
  if (columns.length === 0) throw folderNotFound(project.row.id, { environment: first!.slug, path });
  return columns;
};

const foldersOf = async (
  { stores }: Deps,
  columns: readonly Column[],
  { kinds, search }: OverviewQuery,
): Promise<FolderOfEnvironment[]> => {
  if (!kinds.folders) return [];
  const rows = groupBy(await stores.dashboard.foldersIn(columns.map(({ id }) => id)), ({ parentId }) => parentId!);
  const named = ({ name }: FolderRow): boolean => contains(name, search);
  return columns.flatMap(({ id, environment }) =>
    (rows.get(id) ?? []).filter(named).map((folder) => ({ folder, environment })),
  );
};

const importsOf = async (
  scope: Deps,
  project: ProjectAccess,
  columns: readonly Column[],
  { kinds }: OverviewQuery,
): Promise<ImportOfEnvironment[]> => {
  const readable = columns.filter(({ folderRef }) =>
    project.allows('read', 'secret-imports', folderSubjectFields(folderRef)),
  );
  if (!kinds.imports || readable.length === 0) return [];
  const rows = await scope.stores.secretImports.listInEach(readable.map(({ id }) => id));
  const byFolder = groupBy(await visibleImports(scope, project, rows), ({ folderId }) => folderId);
  return readable.flatMap(({ id, environment }) => (byFolder.get(id) ?? []).map((row) => ({ row, environment })));
};

const sourceOf = ({ row }: ImportOfEnvironment): string =>
  row.sourceEnvironmentSlug === '' ? row.id : `${row.sourceEnvironmentSlug} ${row.sourcePath} ${row.sourceProjectId}`;

const fits = ({ secret: { row, tags } }: Cell, query: OverviewQuery): boolean =>
  contains(row.key, query.search) && (query.tags.length === 0 || tags.some((slug) => query.tags.includes(slug)));

const recentCells = new RecentCells();

/** Lists the visible secrets of the columns, before they are filtered by name. */
const readCells = async (
  scope: Deps,
  reader: SecretReader,
  columns: readonly Column[],
  { kinds, tags, path }: OverviewQuery,
): Promise<readonly Cell[]> => {
  if (!kinds.secrets) return [];
  const { row: project, ability, dataRevision } = reader.project;
  const ids = columns.map(({ id }) => id);
  const query = JSON.stringify([dataRevision, ids, path, kinds.importedSecrets, tags.length > 0]);
  const key = `${scope.actor.id} ${project.id}`;
  const recent = recentCells.find(key, { ability, query }, scope.clock);
  if (recent) return recent;
  const at = timestamp(scope.clock.now());
  const names = new NameReader(scope, reader, tags.length > 0);
  const cells = await cellsOf(reader, names, columns, kinds.importedSecrets);
  // The key does not include the reader's permissions in other projects.
  if (reader.otherProjectReads([]) === undefined) recentCells.add(key, { ability, query, at, cells });
  return cells;
};

/** Reads the page, without decrypting anything. */
const draftOverview = async (scope: Deps, project: ProjectAccess, query: OverviewQuery, extent: ReadExtent) => {
  const columns = await columnsOf(scope, project, query);
  const reader = new SecretReader(scope, project, extent);
  const [folders, imports, all] = await Promise.all([
    foldersOf(scope, columns, query),
    importsOf(scope, project, columns, query),
    readCells(scope, reader, columns, query),
  ]);
  const cells: Cell[] = [];
  await eachYielding(all, (cell) => {
    if (fits(cell, query)) cells.push(cell);
  });
  const page = await pageOf(query, { imports, folders, cells });
  const toShow = await contentOf(scope, reader, page.cells, extent);
  const hasForeignImport = imports.some(({ row }) => row.sourceProjectId !== row.projectId);
  const draft: ResponseDraft = {
    query: [query, page.imports, page.folders, page.counts, page.cells.map(marksOf)],
    toShow,
    graph: undefined,
    showsValues: false,
    // What imports from other projects show depends on them, so that it is not cached.
    otherProjectReads: reader.otherProjectReads(secretsOf(toShow, undefined)) ?? (hasForeignImport ? [] : undefined),
  };
  return { ...page, draft, toShow, size: { secrets: all.length, bytes: 0 } };
};

/** What a cell shows beside its secret. */
const marksOf = ({ personal, overridesImport }: Cell) => [personal?.id, personal?.version, overridesImport];

/** Makes the key of each name once: comparing numbers within names takes ten times as long. */
const inOrder = async (names: readonly string[], isNatural: boolean): Promise<string[]> => {
  if (!isNatural) return sortYielding(names, compare);
  const keyed = await mapYielding(names, (name) => ({ name, key: naturalKey(name) }));
  return (await sortYielding(keyed, (one, other) => compare(one.key, other.key))).map(({ name }) => name);
};

/** Takes the entries of the page from each kind, in the order of their names, then of the environments. */
const pageOf = async (
  { isDescending, isNatural, ...query }: OverviewQuery,
  { imports, folders, cells }: { imports: ImportOfEnvironment[]; folders: FolderOfEnvironment[]; cells: Cell[] },
) => {
  const window = new Window(query);
  const take = async <T>(entries: readonly T[], nameOf: (entry: T) => string) => {
    const byName = await groupYielding(entries, nameOf);
    const names = await inOrder([...byName.keys()], isNatural);
    const shown = window.take(isDescending ? names.reverse() : names);
    return { entries: shown.flatMap((name) => byName.get(name)!), count: names.length };
  };
  const ofImports = await take(imports, sourceOf);
  const ofFolders = await take(folders, ({ folder }) => folder.name);
  const ofSecrets = await take(cells, ({ secret }) => secret.row.key);
  return {
    imports: ofImports.entries,
    folders: ofFolders.entries,
    cells: ofSecrets.entries,
    counts: {
      totalImportCount: ofImports.count,
      totalFolderCount: ofFolders.count,
      totalSecretCount: ofSecrets.count,
      totalCount: window.total,
    },
  };
};

const longOverviews = new LongLists();

const nameOf = ({ row: project }: ProjectAccess, { path, environments, kinds }: OverviewQuery): string =>
  `${project.id} ${kinds.importedSecrets} ${environments.join()} ${path}`;

/** Lists what a folder contains in several environments. */
export const overviewOf = (
  scope: Deps,
  project: ProjectAccess,
  query: OverviewQuery,
): ConditionalReply<Reply<'getSecretsOverview'>> => {
  requireDescribing(project, query.environments, query.path);
  let page!: Awaited<ReturnType<typeof draftOverview>>;
  let setSize: (size: ListSize) => void = () => undefined;
  return conditionalResponse(scope, project, {
    key: cacheKey(query, project),
    limited: (work) =>
      longOverviews.build({ name: nameOf(project, query), caller: scope.actor.id }, (measure) => {
        setSize = measure;
        return work();
      }),
    draft: async (extent) => {
      page = await draftOverview(scope, project, query, extent);
      setSize(page.size);
      return page.draft;
    },
    show: (decryptedSecrets) => ({
      body: {
        imports: page.imports.map(overviewImportView),
        folders: page.folders.map(overviewFolderView),
        secrets: decryptedSecrets.map((secret, index) => overviewSecretView(secret, page.toShow[index]!)),
        ...page.counts,
      },
      event: undefined,
    }),
  });
};
