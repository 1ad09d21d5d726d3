import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../access/secret-fields.ts';
import { movedPath } from './path.ts';
import type { FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';

/** A shared secret. Its personal overrides move and go with it, without an authorization of their own. */
interface FolderSecret {
  readonly id: string;
  readonly key: string;
  readonly tags: readonly { readonly slug: string }[];
}

/** A folder with its secrets. */
export interface FolderContents {
  readonly id: string;
  readonly path: string;
  readonly secrets: readonly FolderSecret[];
  readonly hasImports: boolean;
  /** The metadata of each of its dynamic secrets. */
  readonly dynamicSecrets: readonly (readonly Readonly<Record<string, string>>[])[];
}

export interface FolderTree {
  /** The folder itself. */
  readonly folder: FolderContents;
  /** Every folder below it. */
  readonly subfolders: readonly FolderContents[];
}

/** Lists the shared secrets of each folder, by folder id; reads no encrypted column. */
const listSecrets = async (
  { stores: { secrets } }: Scope,
  folderIds: readonly string[],
): Promise<Map<string, FolderSecret[]>> => {
  const rows = await secrets.listIn(folderIds, '', 'unencrypted');
  const tags = new Map<string, { slug: string }[]>(
    rows.filter(({ tagIds }) => tagIds.length > 0).map(({ id }) => [id, []]),
  );
  for (const { secretId, slug } of tags.size > 0 ? await secrets.tagsOf([...tags.keys()]) : [])
    tags.get(secretId)!.push({ slug });
  const byFolder = new Map<string, FolderSecret[]>(folderIds.map((id) => [id, []]));
  for (const { id, folderId, key } of rows) byFolder.get(folderId)!.push({ id, key, tags: tags.get(id) ?? [] });
  return byFolder;
};

/** Loads a folder and everything below it. */
export const findContents = async (tx: Scope, folder: FolderRow): Promise<FolderTree> => {
  const rows = await tx.stores.folders.listTree(folder);
  const ids = rows.map(({ id }) => id);
  const secrets = await listSecrets(tx, ids);
  const importing = new Set(await tx.stores.secretImports.listImporting(ids));
  const dynamicSecrets = await tx.stores.dynamicSecrets.listIn(ids);
  const withContents = ({ id, path }: FolderRow): FolderContents => ({
    id,
    path,
    secrets: secrets.get(id) ?? [],
    hasImports: importing.has(id),
    dynamicSecrets: dynamicSecrets.filter(({ folderId }) => folderId === id).map(({ metadata }) => metadata),
  });
  return { folder: withContents(folder), subfolders: rows.filter(({ id }) => id !== folder.id).map(withContents) };
};

export const listFolders = ({ folder: own, subfolders: below }: FolderTree): FolderContents[] => [own, ...below];

export const pathsBelow = ({ subfolders: below }: FolderTree): string[] => below.map(({ path }) => path);

export const isEmpty = ({ folder: own, subfolders: below }: FolderTree): boolean =>
  below.length === 0 && own.secrets.length === 0 && !own.hasImports && own.dynamicSecrets.length === 0;

export const numberOfSecrets = (contents: FolderTree): number =>
  listFolders(contents).reduce((sum, { secrets }) => sum + secrets.length, 0);

/** 403 unless the caller may do this to every secret of the folder, as if the folder had that path. */
const requireSecretsAction = (
  project: ProjectAccess,
  action: string,
  folderRef: FolderRef,
  { secrets }: FolderContents,
): void => {
  if (secrets.length === 0) return;
  const deletable = project.narrow(action, 'secrets', folderSubjectFields(folderRef));
  for (const { key, tags } of secrets) {
    const fields = secretSubjectFields(folderRef, key, tags);
    if (!deletable.allows(fields)) project.require(action, 'secrets', fields);
  }
};

const requireImportsAction = (
  project: ProjectAccess,
  action: string,
  folderRef: FolderRef,
  { hasImports }: FolderContents,
): void => {
  if (hasImports) project.require(action, 'secret-imports', folderSubjectFields(folderRef));
};

/**
 * Throws 403 unless the caller may also read the versions that the secrets had under earlier names: they move with the
 * secrets, to a folder where other rules match.
 */
export const requireFormerNames = async (
  { stores }: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  secrets: readonly Pick<FolderSecret, 'id' | 'tags'>[],
): Promise<void> => {
  const tags = new Map(secrets.map((secret) => [secret.id, secret.tags]));
  for (const { secretId, key } of await stores.secretVersions.formerNames([...tags.keys()]))
    project.require('readValue', 'secrets', secretSubjectFields(folderRef, key, tags.get(secretId)!));
};

/** 403 unless the caller may do this to every secret and import of the folder and of those below it. */
export const requireOnContents = (
  project: ProjectAccess,
  action: 'create' | 'delete',
  environment: string,
  contents: FolderTree,
): void => {
  for (const folder of listFolders(contents)) {
    const folderRef = { environment, path: folder.path };
    requireSecretsAction(project, action, folderRef, folder);
    requireImportsAction(project, action, folderRef, folder);
  }
};

/** 403 unless the caller may delete every secret, import and dynamic secret that is deleted with the folder. */
export const requireDeletionOfContents = (project: ProjectAccess, environment: string, contents: FolderTree): void => {
  requireOnContents(project, 'delete', environment, contents);
  for (const { path, dynamicSecrets } of listFolders(contents))
    for (const metadata of dynamicSecrets)
      project.require('delete-root-credential', 'dynamic-secrets', {
        ...folderSubjectFields({ environment, path }),
        metadata,
      });
};

/**
 * 400 for a folder with dynamic secrets: in another place other rules would decide who may lease them, and whoever moves
 * the folder would choose these.
 */
const refuseDynamicSecrets = (contents: FolderTree): void => {
  const folder = listFolders(contents).find(({ dynamicSecrets }) => dynamicSecrets.length > 0);
  if (folder)
    throw badRequest(`The folder '${folder.path}' has dynamic secrets, so its path cannot change. Delete them first.`);
};

/** 403 unless the caller may read every secret of the folders, also under its former names, and delete it. */
export const requireDeparture = async (
  tx: Scope,
  project: ProjectAccess,
  environment: string,
  contents: FolderTree,
): Promise<void> => {
  for (const folder of listFolders(contents)) {
    const folderRef = { environment, path: folder.path };
    for (const action of ['readValue', 'delete']) requireSecretsAction(project, action, folderRef, folder);
    await requireFormerNames(tx, project, folderRef, folder.secrets);
  }
};

/** 403 unless the caller may move every secret and import of the folder from one path to the other. */
export const requireMoveOfContents = async (
  tx: Scope,
  project: ProjectAccess,
  from: FolderRef,
  to: FolderRef,
  contents: FolderTree,
): Promise<void> => {
  await requireDeparture(tx, project, from.environment, contents);
  refuseDynamicSecrets(contents);
  for (const folder of listFolders(contents)) {
    const before = { environment: from.environment, path: folder.path };
    const after = { environment: to.environment, path: movedPath(folder.path, from.path, to.path) };
    requireSecretsAction(project, 'create', after, folder);
    requireImportsAction(project, 'delete', before, folder);
    requireImportsAction(project, 'create', after, folder);
  }
};
