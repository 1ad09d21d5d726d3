import type { Audience } from '../../../../events/recorder.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import { badRequest } from '../../../../platform/errors.ts';
import type { Scope } from '../../../../scope.ts';
import { findEncryptionKey } from '../../../project/data-keys/encryption.ts';
import { requireTag } from '../../../project/tags/find.ts';
import { requireFolderAt } from '../../folders/guard.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import type { Extent } from '../columns.ts';
import type { Tag } from '../state.ts';
import type { Owner, SecretWithContent } from '../store.ts';
import type { ContentChange } from './input.ts';

export type SecretKind = 'shared' | 'personal';

/** A secret with its tags. */
export interface StoredSecret {
  readonly row: SecretWithContent;
  readonly tags: readonly Tag[];
}

/** Returns the owner of the requested secrets; 400 for a machine identity, which has no personal ones. */
export const findOwner = ({ actor }: Pick<Scope, 'actor'>, kind: SecretKind): Owner => {
  if (kind === 'shared') return '';
  if (actor.type !== 'user') throw badRequest('Only users have personal secrets. Use the type shared.');
  return actor.id;
};

/** Finds the folder; 404 if it does not exist. */
export const findFolder = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  { environment, path }: FolderRef,
): Promise<FolderWithPath> => {
  const { id } = await requireFolderAt(stores, projectId, { environment, path });
  return { id, environment, path };
};

/** Finds the requested tags, by id; 404 if the project does not have one. */
const findTags = async (
  { stores }: Scope,
  projectId: string,
  changes: readonly Pick<ContentChange, 'tagIds' | 'retagging'>[],
): Promise<Map<string, Tag>> => {
  const ids = [...new Set(changes.flatMap(({ tagIds, retagging }) => tagIds ?? retagging?.tagIds ?? []))];
  if (ids.length === 0) return new Map();
  const tags = new Map((await stores.tags.findMany(projectId, ids)).map((tag) => [tag.id, tag]));
  for (const id of ids) requireTag(tags.get(id));
  return tags;
};

const withTags = async ({ stores }: Scope, rows: readonly SecretWithContent[]): Promise<StoredSecret[]> => {
  const tags = new Map<string, Tag[]>(rows.map(({ id }) => [id, []]));
  const tagged = rows.filter(({ tagIds }) => tagIds.length > 0).map(({ id }) => id);
  for (const { secretId, id, slug, color } of await stores.secrets.tagsOf(tagged))
    tags.get(secretId)!.push({ id, slug, color });
  return rows.map((row) => ({ row, tags: tags.get(row.id)! }));
};

const byName = (secrets: readonly StoredSecret[]): Map<string, StoredSecret> =>
  new Map(secrets.map((secret) => [secret.row.key, secret]));

/** Finds the secrets of these names that exist, by name. */
export const findByNames = async (
  tx: Scope,
  { id }: Pick<FolderWithPath, 'id'>,
  owner: Owner,
  keys: readonly string[],
  extent: Extent = 'all',
): Promise<Map<string, StoredSecret>> =>
  keys.length === 0
    ? new Map()
    : byName(await withTags(tx, await tx.stores.secrets.findByKeys(id, keys, extent, owner)));

/** Finds the shared secrets of these ids in the folder, by id. */
export const findByIdsInFolder = async (
  tx: Scope,
  { id }: Pick<FolderWithPath, 'id'>,
  ids: readonly string[],
): Promise<Map<string, StoredSecret>> => {
  const found = await withTags(tx, await tx.stores.secrets.findByIds(id, ids));
  return new Map(found.map((secret) => [secret.row.id, secret]));
};

/** What a change of secrets in a folder depends on. */
export interface FoundForChange {
  readonly folder: FolderWithPath;
  /** The requested tags, by id. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** The secrets of these names that exist, by name. */
  readonly secrets: ReadonlyMap<string, StoredSecret>;
  readonly encryptionKey: DataKey;
  readonly audience: Audience;
}

/** Finds what a change of these secrets depends on; 404 if the folder does not exist. */
export const findForChange = async (
  tx: Scope,
  projectId: string,
  folderRef: FolderRef,
  owner: Owner,
  changes: readonly { readonly key: string; readonly content: ContentChange }[],
): Promise<FoundForChange> => {
  const keys = changes.map(({ key }) => key);
  const contents = changes.map(({ content }) => content);
  const finding = findFolder(tx, projectId, folderRef);
  tx.changeControl.prefetch(projectId);
  const reading = Promise.all([
    findTags(tx, projectId, contents),
    tx.stores.secrets.findAt(projectId, folderRef, keys, owner),
    findEncryptionKey(tx, projectId),
    tx.events.findAudience(projectId),
  ]);
  // A folder that does not exist is reported first.
  reading.catch(() => undefined);
  const folder = await finding;
  const [tags, rows, encryptionKey, audience] = await reading;
  return { folder, tags, secrets: byName(await withTags(tx, rows)), encryptionKey, audience };
};
