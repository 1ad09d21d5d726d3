import type { ProjectAccess } from '../../../access/project-access.ts';
import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt, folderNotFound } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderWithPath } from '../folders/store.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { requireTag as foundTag } from '../../project/tags/find.ts';
import type { ContentChange } from './writing/change-input.ts';
import type { Extent } from './columns.ts';
import type { Tag } from './state.ts';
import type { Owner, SecretWithContent } from './store.ts';
import { folderSubjectFields, secretSubjectFields } from './subject-fields.ts';

export type SecretKind = 'shared' | 'personal';

/** A folder whose secrets are locked until the transaction ends. */
export interface LockedFolder {
  readonly id: string;
  readonly folderRef: FolderRef;
}

/** Returns the folder with its path, as events need it. */
export const folderWithPath = ({ id, folderRef }: LockedFolder): FolderWithPath => ({ id, ...folderRef });

/** A secret with its tags. */
export interface StoredSecret {
  readonly row: SecretWithContent;
  readonly tags: readonly Tag[];
}

/** 403 if the caller may do the action on no secret of one of these names in the folder; checked before any lookup. */
export const requireSomeOfEach = (
  project: ProjectAccess,
  action: string,
  folderRef: FolderRef,
  keys: readonly string[],
): void => {
  for (const secretName of keys)
    project.requireSome(action, 'secrets', { secretName, ...folderSubjectFields(folderRef) });
};

/** 403 unless the caller may do the action on a secret of that name and with these tags. */
export const requireSecretAction = (
  project: ProjectAccess,
  action: string,
  folderRef: FolderRef,
  key: string,
  tags: readonly Pick<Tag, 'slug'>[],
): void => project.require(action, 'secrets', secretSubjectFields(folderRef, key, tags));

/** Returns the owner of the requested secrets; 400 for a machine identity, which has no personal ones. */
export const findOwner = ({ actor }: Pick<Scope, 'actor'>, kind: SecretKind): Owner => {
  if (kind === 'shared') return '';
  if (actor.type !== 'user') throw badRequest('Only users have personal secrets. Use the type shared.');
  return actor.id;
};

/** Locks the folders and returns them in the order of the references; 404 if one does not exist. */
export const lockFolders = async (
  { stores }: Scope,
  projectId: string,
  folderRefs: readonly FolderRef[],
): Promise<LockedFolder[]> => {
  if (folderRefs.length === 1) {
    const [folderRef] = folderRefs as [FolderRef];
    const locked = await stores.folders.lockAt(projectId, folderRef);
    if (locked) return [{ id: locked.id, folderRef }];
  }
  const requested = [];
  for (const folderRef of folderRefs)
    requested.push({ folderRef, folder: await requireFolderAt(stores, projectId, folderRef) });
  const locked = new Map(
    (await stores.folders.lock(requested.map(({ folder }) => folder.id))).map((row) => [row.id, row]),
  );
  return requested.map(({ folderRef, folder: { id, environmentId } }) => {
    const row = locked.get(id);
    // The folder may have been deleted or moved before the lock was granted.
    if (row?.environmentId !== environmentId || row.path !== folderRef.path) throw folderNotFound(projectId, folderRef);
    return { id, folderRef };
  });
};

/** Locks the requested tags and returns them by id; 404 if the project does not have one. */
export const lockTags = async (
  { stores }: Scope,
  projectId: string,
  changes: readonly Pick<ContentChange, 'tagIds' | 'retagging'>[],
): Promise<Map<string, Tag>> => {
  const ids = [...new Set(changes.flatMap(({ tagIds, retagging }) => tagIds ?? retagging?.tagIds ?? []))];
  if (ids.length === 0) return new Map();
  const tags = new Map((await stores.tags.lockManyShared(projectId, ids)).map((tag) => [tag.id, tag]));
  for (const id of ids) foundTag(tags.get(id));
  return tags;
};

/** Returns the secrets with their tags, locked against deletion, because a new version may keep them. */
const withTags = async ({ stores }: Scope, rows: readonly SecretWithContent[]): Promise<StoredSecret[]> => {
  const tags = new Map<string, Tag[]>(rows.map(({ id }) => [id, []]));
  const tagged = rows.filter(({ tagIds }) => tagIds.length > 0).map(({ id }) => id);
  for (const { secretId, id, slug, color } of await stores.secrets.lockTagsOf(tagged))
    tags.get(secretId)!.push({ id, slug, color });
  return rows.map((row) => ({ row, tags: tags.get(row.id)! }));
};

/** The same by name. */
const withTagsByName = async (tx: Scope, rows: readonly SecretWithContent[]): Promise<Map<string, StoredSecret>> =>
  new Map((await withTags(tx, rows)).map((secret) => [secret.row.key, secret]));

/** Finds the secrets of these names that exist, by name. */
export const findByNames = async (
  tx: Scope,
  { id }: LockedFolder,
  owner: Owner,
  keys: readonly string[],
  extent: Extent = 'all',
): Promise<Map<string, StoredSecret>> => {
  if (keys.length === 0) return new Map();
  return withTagsByName(tx, await tx.stores.secrets.findByKeys(id, keys, extent, owner));
};

/** What a change of secrets in a folder depends on. */
export interface ReadForChange {
  /** The requested tags, by id. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** The secrets of these names that exist, by name. */
  readonly found: ReadonlyMap<string, StoredSecret>;
  readonly encryptionKey: DataKey;
}

/**
 * Reads what a change of these secrets depends on. It can start before the lock of the folder is granted, because the
 * statements run after each other: on PostgreSQL, that is one round trip.
 */
export const readForChange = async (
  tx: Scope,
  projectId: string,
  folderRef: FolderRef,
  owner: Owner,
  changes: readonly { readonly key: string; readonly content: ContentChange }[],
): Promise<ReadForChange> => {
  const [tags, rows, encryptionKey] = await Promise.all([
    lockTags(
      tx,
      projectId,
      changes.map(({ content }) => content),
    ),
    tx.stores.secrets.findAt(
      projectId,
      folderRef,
      changes.map(({ key }) => key),
      owner,
    ),
    findEncryptionKey(tx, projectId),
  ]);
  return { tags, found: await withTagsByName(tx, rows), encryptionKey };
};

/** A folder, and what a change of its secrets depends on. */
interface FolderForChange {
  readonly folder: LockedFolder;
  readonly read: ReadForChange;
}

type ChangeOfOne = Parameters<typeof readForChange>[4][number];

/** Finds one folder, and what a change of its secrets depends on. */
export const findForChange = async (
  tx: Scope,
  projectId: string,
  folderRef: FolderRef,
  owner: Owner,
  changes: readonly ChangeOfOne[],
): Promise<FolderForChange> => {
  const finding = lockFolders(tx, projectId, [folderRef]);
  const reading = readForChange(tx, projectId, folderRef, owner, changes);
  // A folder that does not exist is reported first.
  reading.catch(() => undefined);
  const [folder] = (await finding) as [LockedFolder];
  return { folder, read: await reading };
};

/** Finds the shared secrets of these ids in the folder, by id. */
export const findByIdsInFolder = async (
  tx: Scope,
  { id }: LockedFolder,
  ids: readonly string[],
): Promise<Map<string, StoredSecret>> => {
  const found = await withTags(tx, await tx.stores.secrets.findByIds(id, ids));
  return new Map(found.map((secret) => [secret.row.id, secret]));
};

/** Formats the names in quotes, for a message; only the first of many. */
const quoteNames = (keys: readonly string[]): string => {
  const shown = keys.slice(0, 20).map((key) => `'${key}'`);
  return keys.length > shown.length ? `${shown.join(', ')} and ${keys.length - shown.length} more` : shown.join(', ');
};

const inPlace = ({ environment, path }: FolderRef): string =>
  `in the path '${path}' of the environment '${environment}'`;

/** 400 if there are any. */
export const refuseTaken = (keys: readonly string[], folderRef: FolderRef): void => {
  if (keys.length > 0) throw badRequest(`Secret already exists ${inPlace(folderRef)}: ${quoteNames(keys)}.`);
};

/** The 404 of every operation that names secrets which the folder does not have, or not in this version. */
export const secretsNotFound = (keys: readonly string[], folderRef: FolderRef, version?: number) =>
  notFound(
    `Secret not found ${inPlace(folderRef)}: ${quoteNames(keys)}${version === undefined ? '' : `, version ${version}`}.`,
  );

/** 404 if there are any. */
export const refuseMissing = (keys: readonly string[], folderRef: FolderRef): void => {
  if (keys.length > 0) throw secretsNotFound(keys, folderRef);
};

/** 400 if there are any. */
export const requireSharedSecrets = (keys: readonly string[], folderRef: FolderRef): void => {
  if (keys.length > 0)
    throw badRequest(
      `There is no shared secret ${inPlace(folderRef)} for which a personal one could stand in: ${quoteNames(keys)}.`,
    );
};
