import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { AuditEvent } from '../../../../audit/audit.ts';
import type { ConditionalReply } from '../../../../contract.ts';
import { mapInSlices, sortInSlices } from '../../../../platform/slices.ts';
import type { Scope } from '../../../../scope.ts';
import { requireFolderAt } from '../../folders/guard.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { cacheKey, conditionalAnswer, recordElsewhere, recordRead, type AnswerDraft } from './answer.ts';
import { everything, fitsFilter, type Filter } from './filter.ts';
import { compare, importedGroups, showGroups, type ShownImport } from './imported.ts';
import { contextOf, ReferenceGraph, secretsOf, type Lookup, type SecretToShow } from './graph.ts';
import { LongLists, type ListSize } from './long-lists.ts';
import { decryptAll } from './decryption.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { isPersonal, SecretReader, type ImportedFolder, type ReadExtent } from './reader.ts';
import { folderSubjectFields } from '../subject-fields.ts';
import { secretView, type DecryptedSecret } from '../view.ts';

export interface SecretListQuery {
  readonly place: FolderRef;
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

type Deps = Pick<Scope, 'stores' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config'>;

/** In the same order on every database. */
const inOrder = (one: FoundSecret, other: FoundSecret): number =>
  compare(one.folder.place.path, other.folder.place.path) ||
  compare(one.row.key, other.row.key) ||
  compare(one.row.ownerId, other.row.ownerId);

const withPersonal = (
  secrets: readonly FoundSecret[],
  personal: SecretListQuery['personal'],
): readonly FoundSecret[] => {
  if (personal === 'beside') return secrets;
  if (personal === 'none') return secrets.filter((one) => !isPersonal(one));
  const replaced = new Set(secrets.filter(isPersonal).map(({ row }) => row.sharedId));
  return secrets.filter(({ row }) => !replaced.has(row.id));
};

/** The folder, and those below it of which the reader may see something. */
const foldersOf = async (
  { stores }: Deps,
  reader: SecretReader,
  { place, isRecursive, showsValues }: SecretListQuery,
): Promise<FolderWithId[]> => {
  const folder = await requireFolderAt(stores, reader.project.project.id, place);
  const below = isRecursive ? await stores.folders.listBelow(folder) : [];
  const readable = below
    .map(({ id, path }): FolderWithId => ({ id, place: { environment: place.environment, path } }))
    .filter((one) => reader.judges(one).describe.mayAllow && (!showsValues || reader.judges(one).readValue.mayAllow));
  return [{ id: folder.id, place }, ...readable];
};

/** Everything of the answer, judged but not opened. */
const gather = async (scope: Deps, project: ProjectAccess, listing: SecretListQuery, extent: ReadExtent) => {
  const { withImports, isExpanded, showsValues, lookup, filter } = listing;
  const reader = new SecretReader(scope, project, extent);
  const folders = await foldersOf(scope, reader, listing);
  const visible = (await reader.contents(folders)).filter(({ isVisible }) => isVisible);
  const secrets = await sortInSlices(
    withPersonal(visible, listing.personal).filter((found) => fitsFilter(found, filter)),
    inOrder,
  );
  const groups = withImports ? await importedGroups(reader, folders, filter) : [];

  const seen: SecretToShow[] = [
    ...secrets.map((found) => ({ found, context: found.folder })),
    ...groups.flatMap(({ into, secrets: imported }) =>
      imported.map((found) => ({ found, context: contextOf(reader, lookup, found, into) })),
    ),
  ];
  const graph = isExpanded && showsValues ? await ReferenceGraph.from(reader, seen, lookup) : undefined;
  const question = [
    listing,
    groups.map(({ importId, folder, into, secrets: imported }) => [importId, folder, into, imported.length]),
  ];
  const draft: AnswerDraft = {
    question,
    seen,
    graph,
    showsValues,
    elsewhere: reader.readsElsewhere(secretsOf(seen, graph)),
  };
  return { draft, secrets, groups };
};

/** 403 before anything is told, if there can be nothing in that folder that the reader may see. */
const requireReading = (project: ProjectAccess, place: FolderRef, showsValues: boolean): void => {
  project.requireSome('describeSecret', 'secrets', folderSubjectFields(place));
  if (showsValues) project.requireSome('readValue', 'secrets', folderSubjectFields(place));
};

/** Only values that were shown. */
const eventOf = ({ environment, path }: FolderRef, opened: readonly DecryptedSecret[]): AuditEvent | undefined => {
  const numberOfSecrets = opened.filter(({ value }) => value !== undefined).length;
  return numberOfSecrets > 0
    ? { type: 'get-secrets', metadata: { environment, secretPath: path, numberOfSecrets } }
    : undefined;
};

export interface SecretListReply {
  readonly secrets: ReturnType<typeof secretView>[];
  readonly imports: ShownImport[];
}

const longLists = new LongLists();

const nameOf = ({ project }: ProjectAccess, { place, isRecursive, withImports }: SecretListQuery): string =>
  `${project.id} ${place.environment} ${isRecursive} ${withImports} ${place.path}`;

const sizeOf = ({ seen }: AnswerDraft): ListSize => ({
  secrets: seen.length,
  bytes: seen.reduce((sum, { found }) => sum + found.row.sealedValue.length, 0),
});

/** The secrets of a folder, with what else was asked for. */
export const listSecretsIn = (
  scope: Deps,
  project: ProjectAccess,
  listing: SecretListQuery,
): ConditionalReply<SecretListReply> => {
  requireReading(project, listing.place, listing.showsValues);
  let gathered!: Awaited<ReturnType<typeof gather>>;
  let setSize!: (size: ListSize) => void;
  return conditionalAnswer(scope, project, {
    key: cacheKey(listing, project),
    limited: (work) =>
      longLists.build({ name: nameOf(project, listing), caller: scope.actor.id }, (measure) => {
        setSize = measure;
        return work();
      }),
    draft: async (extent) => {
      gathered = await gather(scope, project, listing, extent);
      if (extent === 'whole') setSize(sizeOf(gathered.draft));
      return gathered.draft;
    },
    show: async (opened) => {
      const { secrets, groups } = gathered;
      const body = {
        secrets: await mapInSlices(opened.slice(0, secrets.length), secretView),
        imports: await showGroups(groups, opened.slice(secrets.length)),
      };
      return { body, event: eventOf(listing.place, opened) };
    },
  });
};

/** What each import of a folder shows, as it is stored, with its environment. */
export const listImportedIn = async (
  scope: Deps,
  project: ProjectAccess,
  place: FolderRef,
): Promise<(ShownImport & { environmentInfo: ImportedFolder['environment'] })[]> => {
  project.require('read', 'secret-imports', folderSubjectFields(place));
  const folder = await requireFolderAt(scope.stores, project.project.id, place);
  const reader = new SecretReader(scope, project, 'whole');
  const groups = await importedGroups(reader, [{ id: folder.id, place }], everything);
  const unopened = {
    seen: groups.flatMap(({ secrets }) => secrets.map((found) => ({ found, context: found.folder }))),
    graph: undefined,
    showsValues: true,
  };
  const opened = await decryptAll(scope, unopened);
  recordRead(scope, project, eventOf(place, opened));
  recordElsewhere(scope, { showsValues: true, elsewhere: reader.readsElsewhere(secretsOf(unopened.seen, undefined)) });
  return (await showGroups(groups, opened)).map((shown, index) => ({
    ...shown,
    environmentInfo: groups[index]!.environment,
  }));
};
