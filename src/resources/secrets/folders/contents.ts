import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { folderSubjectFields, secretSubjectFields } from '../secrets/subject-fields.ts';
import { requireFormerNames } from '../secrets/reading/disclosure.ts';
import { carried } from './path.ts';
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
}

export interface Contents {
  /** The folder itself. */
  readonly own: FolderContents;
  /** Every folder below it. */
  readonly below: readonly FolderContents[];
}

/** Lists the shared secrets of each folder, by folder id; reads no encrypted column. */
const secretsIn = async (
  { stores: { secrets } }: Scope,
  folderIds: readonly string[],
): Promise<Map<string, FolderSecret[]>> => {
  const rows = await secrets.listIn(folderIds, '', 'open');
  const tags = new Map<string, { slug: string }[]>(
    rows.filter(({ tagIds }) => tagIds.length > 0).map(({ id }) => [id, []]),
  );
  for (const { secretId, slug } of tags.size > 0 ? await secrets.tagsOf([...tags.keys()]) : [])
    tags.get(secretId)!.push({ slug });
  const byFolder = new Map<string, FolderSecret[]>(folderIds.map((id) => [id, []]));
  for (const { id, folderId, key } of rows) byFolder.get(folderId)!.push({ id, key, tags: tags.get(id) ?? [] });
  return byFolder;
};

/** Loads a folder and everything below it, locked until the transaction ends. */
export const lockContents = async (tx: Scope, folder: FolderRow): Promise<Contents> => {
  const rows = await tx.stores.folders.lockTree(folder);
  const ids = rows.map(({ id }) => id);
  const secrets = await secretsIn(tx, ids);
  const importing = new Set(await tx.stores.secretImports.importingAmong(ids));
  const filled = ({ id, path }: FolderRow): FolderContents => ({
    id,
    path,
    secrets: secrets.get(id) ?? [],
    hasImports: importing.has(id),
  });
  return { own: filled(folder), below: rows.filter(({ id }) => id !== folder.id).map(filled) };
};

export const foldersOf = ({ own, below }: Contents): FolderContents[] => [own, ...below];

export const pathsBelow = ({ below }: Contents): string[] => below.map(({ path }) => path);

export const isEmpty = ({ own, below }: Contents): boolean =>
  below.length === 0 && own.secrets.length === 0 && !own.hasImports;

export const numberOfSecrets = (contents: Contents): number =>
  foldersOf(contents).reduce((sum, { secrets }) => sum + secrets.length, 0);

/** 403 unless the caller may do this to every secret of the folder, as if the folder had that path. */
const requireOnSecrets = (
  project: ProjectAccess,
  action: string,
  place: FolderRef,
  { secrets }: FolderContents,
): void => {
  if (secrets.length === 0) return;
  const question = project.narrow(action, 'secrets', folderSubjectFields(place));
  for (const { key, tags } of secrets) {
    const fields = secretSubjectFields(place, key, tags);
    if (!question.allows(fields)) project.require(action, 'secrets', fields);
  }
};

const requireOnImports = (
  project: ProjectAccess,
  action: string,
  place: FolderRef,
  { hasImports }: FolderContents,
): void => {
  if (hasImports) project.require(action, 'secret-imports', folderSubjectFields(place));
};

/** 403 unless the caller may delete every secret and import that is deleted with the folder. */
export const requireDeletionOfContents = (project: ProjectAccess, environment: string, contents: Contents): void => {
  for (const folder of foldersOf(contents)) {
    const place = { environment, path: folder.path };
    requireOnSecrets(project, 'delete', place, folder);
    requireOnImports(project, 'delete', place, folder);
  }
};

/** 403 unless the caller may move every secret and import of the folder from one path to the other. */
export const requireMoveOfContents = async (
  tx: Scope,
  project: ProjectAccess,
  from: FolderRef,
  to: FolderRef,
  contents: Contents,
): Promise<void> => {
  for (const folder of foldersOf(contents)) {
    const before = { environment: from.environment, path: folder.path };
    const after = { environment: to.environment, path: carried(folder.path, from.path, to.path) };
    for (const action of ['readValue', 'delete']) requireOnSecrets(project, action, before, folder);
    requireOnSecrets(project, 'create', after, folder);
    requireOnImports(project, 'delete', before, folder);
    requireOnImports(project, 'create', after, folder);
    await requireFormerNames(tx, project, before, folder.secrets);
  }
};
