import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { ConditionalReply } from '../../../../contract.ts';
import type { Scope } from '../../../../scope.ts';
import { requireFolderAt } from '../../folders/guard.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { secretsNotFound } from '../guard.ts';
import { cacheKey, conditionalResponse, type ShownResponse } from './response.ts';
import { findSecretById } from './find-by-id.ts';
import { contextOf, ReferenceGraph, secretsOf, type Lookup } from './graph.ts';
import { otherFoldersOf, type OtherFolders } from './other-folders.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { SecretReader, type ReadExtent } from './reader.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../../access/secret-fields.ts';
import { secretView, type DecryptedSecret } from '../view.ts';

export interface SecretQuery {
  readonly folderRef: FolderRef;
  readonly key: string;
  readonly type: 'shared' | 'personal';
  /** A version of the secret that had the name then; undefined for the current one. */
  readonly version: number | undefined;
  readonly withImports: boolean;
  readonly isExpanded: boolean;
  readonly showsValues: boolean;
  readonly lookup: Lookup;
}

type Deps = Pick<Scope, 'stores' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config' | 'requireSnapshot'>;
export type ShownSecret = ReturnType<typeof secretView>;

/** Throws 403 unless the caller may read the secret under all of these subject fields. */
const requireReading = (
  project: ProjectAccess,
  subjectFields: readonly ReturnType<typeof secretSubjectFields>[],
  showsValues: boolean,
): void => {
  for (const fields of subjectFields) project.require('describeSecret', 'secrets', fields);
  for (const fields of showsValues ? subjectFields : []) project.require('readValue', 'secrets', fields);
};

/** Whether the caller may read the secret, by the permissions that the reader has evaluated already. */
const mayRead = ({ isVisible, isReadable }: FoundSecret, showsValues: boolean): boolean =>
  isVisible && (isReadable || !showsValues);

/** The subject fields under the requested name, and under the current one. */
const subjectFieldsOf = ({ row, folder, tags, nameNow = row.key }: FoundSecret) =>
  [row.key, nameNow].map((key) => secretSubjectFields(folder.folderRef, key, tags));

/**
 * Finds the secret in the folder, or else in the first imported folder that has the name. A secret that does not exist
 * is authorized as if it had no tags.
 */
const findSecret = async (
  scope: Deps,
  reader: SecretReader,
  folder: FolderWithId,
  { key, type, version, withImports, showsValues }: SecretQuery,
): Promise<FoundSecret> => {
  const direct = await reader.findOne(folder, type, key, version);
  if (direct && mayRead(direct, showsValues)) return direct;
  requireReading(
    reader.project,
    direct ? subjectFieldsOf(direct) : [secretSubjectFields(folder.folderRef, key, [])],
    showsValues,
  );
  if (direct) return direct;
  if (withImports) scope.requireSnapshot();
  for (const source of withImports && type === 'shared' ? (await reader.precedence(folder)).slice(1) : []) {
    const imported = await reader.findOne(source, type, key, version);
    if (!imported) continue;
    // For a reader who may not know that it exists, the response is the same as for an unknown name.
    if (!imported.isVisible) break;
    if (!mayRead(imported, showsValues)) requireReading(reader.project, subjectFieldsOf(imported), showsValues);
    return imported;
  }
  throw secretsNotFound([key], folder.folderRef, version);
};

const show = (
  [secret]: readonly DecryptedSecret[],
  otherFolders: OtherFolders,
): ShownResponse<{ secret: ShownSecret }> => {
  const { row, folderRef, value } = secret!;
  const metadata = {
    ...otherFolders,
    environment: folderRef.environment,
    secretPath: folderRef.path,
    secretId: row.id,
    secretKey: row.key,
    secretVersion: row.version,
  };
  return {
    body: { secret: secretView(secret!) },
    event: value === undefined ? undefined : { type: 'get-secret', metadata },
  };
};

/** Finds a secret by its name in a folder. */
export const findSecretIn = (
  scope: Deps,
  project: ProjectAccess,
  query: SecretQuery,
): ConditionalReply<{ secret: ShownSecret }> => {
  const { folderRef, key, isExpanded, showsValues, lookup } = query;
  project.requireSome('describeSecret', 'secrets', { secretName: key, ...folderSubjectFields(folderRef) });
  let otherFolders: OtherFolders = {};
  const draft = async (extent: ReadExtent) => {
    const row = await requireFolderAt(scope.stores, project.row.id, folderRef);
    const folder = { id: row.id, folderRef };
    const reader = new SecretReader(scope, project, extent);
    const secret = await findSecret(scope, reader, folder, query);
    const toShow = [{ secret, context: contextOf(reader, lookup, secret, folder) }];
    if (isExpanded && secret.row.references.length > 0) scope.requireSnapshot();
    const graph = isExpanded && showsValues ? await ReferenceGraph.from(reader, toShow, lookup) : undefined;
    otherFolders = otherFoldersOf(reader, secret.folder.folderRef, graph?.used ?? []);
    return {
      query,
      toShow,
      graph,
      showsValues,
      otherProjectReads: reader.otherProjectReads(secretsOf(toShow, graph)),
    };
  };
  return conditionalResponse(scope, project, {
    key: cacheKey(query, project),
    draft,
    show: (secrets) => show(secrets, otherFolders),
  });
};

/** Finds a secret by its id, without replacing references. */
export const showSecretById = async (scope: Deps, id: string): Promise<ConditionalReply<{ secret: ShownSecret }>> => {
  const { project, row, folder, tags } = await findSecretById(scope, id, ['describeSecret', 'readValue'], 'all');
  const secret = { row, folder, tags, isVisible: true, isReadable: true };
  const draft = {
    query: 'by-id',
    toShow: [{ secret, context: folder }],
    graph: undefined,
    showsValues: true,
    otherProjectReads: undefined,
  };
  return conditionalResponse(scope, project, {
    key: undefined,
    draft: async () => draft,
    show: (secrets) => show(secrets, {}),
  });
};
