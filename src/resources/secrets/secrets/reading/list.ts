import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { AuditEvent } from '../../../../audit/audit.ts';
import type { ConditionalReply } from '../../../../contract.ts';
import { mapYielding, sortYielding } from '../../../../platform/yielding.ts';
import type { Scope } from '../../../../scope.ts';
import { requireFolderAt } from '../../folders/guard.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { cacheKey, conditionalResponse, recordOtherProjectReads, recordRead, type ResponseDraft } from './response.ts';
import { everything, fitsFilter, type Filter } from './filter.ts';
import { compare, importedGroups, showGroups, type ImportedView, type ShownImport } from './imported.ts';
import { contextOf, ReferenceGraph, secretsOf, type Lookup, type SecretToShow } from './graph.ts';
import { LongLists, type ListSize } from './long-lists.ts';
import { decryptAll } from './decryption.ts';
import { otherFoldersOf, type OtherFolders } from './other-folders.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { isPersonal, SecretReader, type ImportedFolder, type ReadExtent } from './reader.ts';
import { folderSubjectFields } from '../../../../access/secret-fields.ts';
import { importedSecretView, secretView, type DecryptedSecret } from '../view.ts';

export interface SecretListQuery {
  readonly folderRef: FolderRef;
  /** Includes all folders below. */
  readonly isRecursive: boolean;
  readonly withImports: boolean;
  readonly isExpanded: boolean;
  readonly showsValues: boolean;
  /** Whether secrets are shown with what a list of a folder needs, and no more. */
  readonly isShort?: boolean;
  /** Whether the reader's personal secrets are listed beside the shared ones, instead of them, or not at all. */
  readonly personal: 'beside' | 'instead' | 'none';
  /** Where references of imported secrets are looked up: in their own folder, or in the one that imports them. */
  readonly lookup: Lookup;
  readonly filter: Filter;
}

type Deps = Pick<Scope, 'stores' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config'>;

/** Sorts in code, so that the order is the same on every database. */
const compareSecrets = (one: FoundSecret, other: FoundSecret): number =>
  compare(one.folder.folderRef.path, other.folder.folderRef.path) ||
  compare(one.row.key, other.row.key) ||
  compare(one.row.ownerId, other.row.ownerId);

const withPersonal = (
  secrets: readonly FoundSecret[],
  personal: SecretListQuery['personal'],
): readonly FoundSecret[] => {
  if (personal === 'beside') return secrets;
  if (personal === 'none') return secrets.filter((one) => !isPersonal(one));
  const overriddenIds = new Set(secrets.filter(isPersonal).map(({ row }) => row.sharedId));
  return secrets.filter(({ row }) => !overriddenIds.has(row.id));
};

/** Lists the folder, and those below it in which the reader may be able to see something. */
const foldersOf = async (
  { stores }: Deps,
  reader: SecretReader,
  { folderRef, isRecursive, showsValues }: SecretListQuery,
): Promise<FolderWithId[]> => {
  const folder = await requireFolderAt(stores, reader.project.row.id, folderRef);
  const below = isRecursive ? await stores.folders.listBelow(folder) : [];
  const readable = below
    .map(({ id, path }): FolderWithId => ({ id, folderRef: { environment: folderRef.environment, path } }))
    .filter(
      (one) =>
        reader.decisionsIn(one).describe.mayAllow && (!showsValues || reader.decisionsIn(one).readValue.mayAllow),
    );
  return [{ id: folder.id, folderRef }, ...readable];
};

/** Reads and authorizes everything of the response, without decrypting it. */
const draftList = async (scope: Deps, project: ProjectAccess, query: SecretListQuery, extent: ReadExtent) => {
  const { withImports, isExpanded, showsValues, lookup, filter } = query;
  const reader = new SecretReader(scope, project, extent);
  const folders = await foldersOf(scope, reader, query);
  const visible = (await reader.contents(folders)).filter(({ isVisible }) => isVisible);
  const secrets = await sortYielding(
    withPersonal(visible, query.personal).filter((secret) => fitsFilter(secret, filter)),
    compareSecrets,
  );
  const groups = withImports ? await importedGroups(reader, folders, filter) : [];

  const toShow: SecretToShow[] = [
    ...secrets.map((secret) => ({ secret, context: secret.folder })),
    ...groups.flatMap(({ into, secrets: imported }) =>
      imported.map((secret) => ({ secret, context: contextOf(reader, lookup, secret, into) })),
    ),
  ];
  const graph = isExpanded && showsValues ? await ReferenceGraph.from(reader, toShow, lookup) : undefined;
  const draft: ResponseDraft = {
    query: [
      query,
      groups.map(({ importId, folder, into, secrets: imported }) => [importId, folder, into, imported.length]),
    ],
    toShow,
    graph,
    showsValues,
    otherProjectReads: reader.otherProjectReads(secretsOf(toShow, graph)),
  };
  return { draft, secrets, groups, otherFolders: otherFoldersOf(reader, query.folderRef, secretsOf(toShow, graph)) };
};

/** Throws 403 if the reader can see nothing in the folder, whatever it holds. */
export const requireReading = (project: ProjectAccess, folderRef: FolderRef, showsValues: boolean): void => {
  project.requireSome('describeSecret', 'secrets', folderSubjectFields(folderRef));
  if (showsValues) project.requireSome('readValue', 'secrets', folderSubjectFields(folderRef));
};

/** The audit event counts only secrets whose values were shown. */
export const eventOf = (
  folderRef: FolderRef,
  decryptedSecrets: readonly DecryptedSecret[],
  otherFolders: OtherFolders,
): AuditEvent | undefined => {
  const numberOfSecrets = decryptedSecrets.filter(({ value }) => value !== undefined).length;
  return numberOfSecrets > 0
    ? { type: 'get-secrets', metadata: { ...folderSubjectFields(folderRef), numberOfSecrets, ...otherFolders } }
    : undefined;
};

export interface SecretListReply<T, Imported> {
  readonly secrets: T[];
  readonly imports: ShownImport<Imported>[];
}

/** How secrets of the folder and of its imports are shown. */
export interface ListViews<T, Imported> {
  readonly view: (decrypted: DecryptedSecret, found: FoundSecret) => T;
  readonly viewImported: ImportedView<Imported>;
}

const viewIn: ImportedView<ReturnType<typeof importedSecretView>> = (decrypted, _found, into) =>
  importedSecretView(decrypted, into.folderRef.path);

const longLists = new LongLists();

const nameOf = ({ row: project }: ProjectAccess, { folderRef, isRecursive, withImports }: SecretListQuery): string =>
  `${project.id} ${folderRef.environment} ${isRecursive} ${withImports} ${folderRef.path}`;

const sizeOf = ({ toShow }: ResponseDraft): ListSize => ({
  secrets: toShow.length,
  bytes: toShow.reduce((sum, { secret }) => sum + secret.row.sealedValue.length, 0),
});

/** Lists the secrets of a folder, with folders below and imports if the query asks for them. */
export const listIn = <T, Imported>(
  scope: Deps,
  project: ProjectAccess,
  query: SecretListQuery,
  { view, viewImported }: ListViews<T, Imported>,
): ConditionalReply<SecretListReply<T, Imported>> => {
  requireReading(project, query.folderRef, query.showsValues);
  let list!: Awaited<ReturnType<typeof draftList>>;
  let setSize: (size: ListSize) => void = () => undefined;
  return conditionalResponse(scope, project, {
    key: cacheKey(query, project),
    limited: (work) =>
      longLists.build({ name: nameOf(project, query), caller: scope.actor.id }, (measure) => {
        setSize = measure;
        return work();
      }),
    draft: async (extent) => {
      list = await draftList(scope, project, query, extent);
      if (extent === 'all') setSize(sizeOf(list.draft));
      return list.draft;
    },
    show: async (decryptedSecrets) => {
      const { secrets, groups, otherFolders } = list;
      const own = decryptedSecrets.slice(0, secrets.length);
      const body = {
        secrets: await mapYielding(own, (secret, at) => view(secret, secrets[at]!)),
        imports: await showGroups(groups, decryptedSecrets.slice(secrets.length), viewImported),
      };
      return { body, event: eventOf(query.folderRef, decryptedSecrets, otherFolders) };
    },
  });
};

const completely = { view: secretView, viewImported: viewIn };

/** The same, with everything about each secret. */
export const listSecretsIn = (scope: Deps, project: ProjectAccess, query: SecretListQuery) =>
  listIn(scope, project, query, completely);

/** Lists the secrets of each import of a folder, without replacing references, with the source environment. */
export const listImportedIn = async (
  scope: Deps,
  project: ProjectAccess,
  folderRef: FolderRef,
): Promise<(ShownImport<ReturnType<typeof viewIn>> & { environmentInfo: ImportedFolder['environment'] })[]> => {
  project.require('read', 'secret-imports', folderSubjectFields(folderRef));
  const folder = await requireFolderAt(scope.stores, project.row.id, folderRef);
  const reader = new SecretReader(scope, project, 'all');
  const groups = await importedGroups(reader, [{ id: folder.id, folderRef }], everything);
  const encryptedResponse = {
    toShow: groups.flatMap(({ secrets }) => secrets.map((secret) => ({ secret, context: secret.folder }))),
    graph: undefined,
    showsValues: true,
  };
  const decryptedSecrets = await decryptAll(scope, encryptedResponse);
  const shownSecrets = groups.flatMap(({ secrets }) => secrets);
  recordRead(scope, project, eventOf(folderRef, decryptedSecrets, otherFoldersOf(reader, folderRef, shownSecrets)));
  recordOtherProjectReads(scope, {
    showsValues: true,
    otherProjectReads: reader.otherProjectReads(secretsOf(encryptedResponse.toShow, undefined)),
  });
  return (await showGroups(groups, decryptedSecrets, viewIn)).map((shown, index) => ({
    ...shown,
    environmentInfo: groups[index]!.environment,
  }));
};
