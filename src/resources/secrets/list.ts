import type { ProjectAccess } from '../../access/project-access.ts';
import type { IsKnown, Tagged } from '../../contract.ts';
import type { Scope } from '../../scope.ts';
import { requireFolder } from '../folders/guard.ts';
import type { Place } from '../folders/rules.ts';
import { taggedAnswer, type Draft } from './answer.ts';
import { fitsFilter, type Filter } from './filter.ts';
import { ReferenceGraph, type Lookup, type Seen } from './graph.ts';
import { SecretReader, type FolderAt, type FoundSecret } from './reader.ts';
import type { Extent } from './store.ts';
import { folderThing } from './thing.ts';
import { importedSecretView, secretView, type OpenedSecret } from './view.ts';

export interface Listing {
  readonly place: Place;
  /** All folders below too. */
  readonly isRecursive: boolean;
  readonly withImports: boolean;
  readonly isExpanded: boolean;
  readonly showsValues: boolean;
  /** Of a reader's own secrets: beside the shared ones, in their place, or not at all. */
  readonly personal: 'beside' | 'instead' | 'none';
  /** Where the references of imported secrets are looked up: where they are, or from the folder that imports them. */
  readonly lookup: Lookup;
  readonly filter: Filter;
}

/** What one import shows. */
interface ImportedGroup {
  readonly importId: string;
  readonly source: FolderAt;
  /** The folder that imports. */
  readonly into: FolderAt;
  readonly secrets: readonly FoundSecret[];
}

type Means = Pick<Scope, 'stores' | 'actor' | 'dataKeys' | 'audit'>;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** In the same order on every database. */
const inOrder = (one: FoundSecret, other: FoundSecret): number =>
  compare(one.folder.place.path, other.folder.place.path) || compare(one.row.key, other.row.key) || compare(one.row.ownerId, other.row.ownerId);

const isPersonal = ({ row }: FoundSecret): boolean => row.ownerId !== '';

const withPersonal = (secrets: readonly FoundSecret[], personal: Listing['personal']): readonly FoundSecret[] => {
  if (personal === 'beside') return secrets;
  if (personal === 'none') return secrets.filter((one) => !isPersonal(one));
  const replaced = new Set(secrets.filter(isPersonal).map(({ row }) => row.sharedId));
  return secrets.filter(({ row }) => !replaced.has(row.id));
};

/** The folder, and those below it of which the reader may see something. */
const foldersOf = async ({ stores }: Means, reader: SecretReader, { place, isRecursive, showsValues }: Listing): Promise<FolderAt[]> => {
  const { folder } = await requireFolder(stores, reader.project.project.id, place);
  const below = isRecursive ? await stores.folders.listBelow(folder) : [];
  const readable = below
    .map(({ id, path }): FolderAt => ({ id, place: { environment: place.environment, path } }))
    .filter((one) => reader.judges(one).describe.mayAllow && (!showsValues || reader.judges(one).readValue.mayAllow));
  return [{ id: folder.id, place }, ...readable];
};

/** What an import shows: what its folder has, and what that imports, each name once. */
const importedGroups = async (reader: SecretReader, folders: readonly FolderAt[], filter: Filter): Promise<ImportedGroup[]> => {
  const groups: ImportedGroup[] = [];
  for (const into of folders) {
    for (const { importId, folder: source } of await reader.imports(into)) {
      const byKey = new Map<string, FoundSecret>();
      for (const one of await reader.precedence(source)) {
        for (const found of await reader.contents([one])) if (!isPersonal(found) && !byKey.has(found.row.key)) byKey.set(found.row.key, found);
      }
      const secrets = [...byKey.values()].filter((found) => found.isVisible && fitsFilter(found, filter)).sort((a, b) => compare(a.row.key, b.row.key));
      groups.push({ importId, source, into, secrets });
    }
  }
  return groups;
};

/** Everything of the answer, judged but not opened. */
const gather = async (scope: Means, project: ProjectAccess, listing: Listing, extent: Extent) => {
  const { withImports, isExpanded, showsValues, lookup, filter } = listing;
  const reader = new SecretReader(scope, project, extent);
  const folders = await foldersOf(scope, reader, listing);
  const visible = (await reader.contents(folders)).filter(({ isVisible }) => isVisible);
  const secrets = withPersonal(visible, listing.personal).filter((found) => fitsFilter(found, filter)).sort(inOrder);
  const groups = withImports ? await importedGroups(reader, folders, filter) : [];

  const seen: Seen[] = [
    ...secrets.map((found) => ({ found, context: found.folder })),
    ...groups.flatMap(({ into, secrets: imported }) => imported.map((found) => ({ found, context: lookup === 'with-imports' ? into : found.folder }))),
  ];
  const graph = isExpanded && showsValues ? await ReferenceGraph.from(reader, seen, lookup) : undefined;
  const question = [listing, groups.map(({ importId, source, into, secrets: imported }) => [importId, source, into, imported.length])];
  const draft: Draft = { question, seen, graph, showsValues };
  return { draft, secrets, groups };
};

/** 403 before anything is told, if there can be nothing in that folder that the reader may see. */
const requireReading = (project: ProjectAccess, place: Place, showsValues: boolean): void => {
  project.requireSome('describeSecret', 'secrets', folderThing(place));
  if (showsValues) project.requireSome('readValue', 'secrets', folderThing(place));
};

const record = ({ audit }: Means, { project }: ProjectAccess, { environment, path }: Place, opened: readonly OpenedSecret[]): void => {
  const numberOfSecrets = opened.filter(({ value }) => value !== undefined).length;
  if (numberOfSecrets > 0) audit.recordRead({ type: 'get-secrets', metadata: { environment, secretPath: path, numberOfSecrets }, project });
};

export interface ListedSecrets {
  readonly secrets: ReturnType<typeof secretView>[];
  readonly imports: { readonly secretPath: string; readonly environment: string; readonly folderId: string; readonly secrets: ReturnType<typeof importedSecretView>[] }[];
}

/** The secrets of a folder, with what else was asked for. */
export const listSecretsIn = async (scope: Means, project: ProjectAccess, listing: Listing, isKnown: IsKnown | undefined): Promise<Tagged<ListedSecrets>> => {
  requireReading(project, listing.place, listing.showsValues);
  let gathered!: Awaited<ReturnType<typeof gather>>;
  return taggedAnswer(
    scope,
    isKnown,
    async (extent) => (gathered = await gather(scope, project, listing, extent)).draft,
    (opened) => {
      record(scope, project, listing.place, opened);
      const { secrets, groups } = gathered;
      let at = secrets.length;
      const imports = groups.map(({ source, into, secrets: imported }) => ({
        secretPath: source.place.path,
        environment: source.place.environment,
        folderId: source.id,
        secrets: opened.slice(at, (at += imported.length)).map((one) => importedSecretView(one, into.place.path)),
      }));
      return { secrets: opened.slice(0, secrets.length).map(secretView), imports };
    },
  );
};
