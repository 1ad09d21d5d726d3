import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import { timestamp } from '../../../platform/clock.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderTree } from '../folders/contents.ts';
import { requireSecretAction } from '../secrets/guard.ts';
import type { TrashItem, TrashedFolder, TrashedSecret, TrashedTagRow } from './store.ts';

export const itemNotFound = () => notFound('This is not in the trash of the project.');

/** Everything that was deleted with an item. */
export interface TrashContents {
  /** Personal secrets come after those that they override. */
  readonly secrets: readonly TrashedSecret[];
  /** The tags that each secret had, by its id. */
  readonly tags: ReadonlyMap<string, readonly TrashedTagRow[]>;
}

/** Finds the item; 404 if there is none, its time has ended, or it is another user's personal secret. */
export const findItem = async ({ stores, actor, clock }: Scope, projectId: string, id: string): Promise<TrashItem> => {
  const item = await stores.trash.find(projectId, id, timestamp(clock.now()));
  if (!item || (item.ownerId !== '' && item.ownerId !== actor.id)) throw itemNotFound();
  return item;
};

/** Lists the tags by secret. */
export const groupTags = (rows: readonly TrashedTagRow[]): Map<string, TrashedTagRow[]> => {
  const tags = new Map<string, TrashedTagRow[]>();
  for (const row of rows) {
    const ofSecret = tags.get(row.secretId);
    if (ofSecret) ofSecret.push(row);
    else tags.set(row.secretId, [row]);
  }
  return tags;
};

/** Reads the secrets of an item with the tags that they had. */
export const readContents = async ({ stores: { trash } }: Scope, { id }: TrashItem): Promise<TrashContents> => {
  const secrets = await trash.secretsOf(id);
  return { secrets, tags: groupTags(await trash.tagsOf(secrets.map((secret) => secret.id))) };
};

/** 403 unless the caller may delete every shared secret in the trash of the environment, as it was. */
export const requireTrashDeletion = async (
  { stores: { trash } }: Scope,
  project: ProjectAccess,
  environmentId: string,
): Promise<void> => {
  const secrets = await trash.sharedIn(environmentId);
  const tags = groupTags(await trash.tagsOf(secrets.map(({ id }) => id)));
  await eachYielding(secrets, (secret) =>
    requireSecretAction(project, 'delete', secret, secret.key, tags.get(secret.id) ?? []),
  );
};

/** Returns the shared secrets of the folders as a tree, which permissions are checked with. */
export const treeOf = (
  itemId: string,
  folders: readonly TrashedFolder[],
  importing: ReadonlySet<string>,
  secrets: readonly TrashedSecret[],
  tags: ReadonlyMap<string, readonly Pick<TrashedTagRow, 'slug'>[]>,
): FolderTree => {
  const byFolder = new Map(folders.map(({ id }) => [id, [] as TrashedSecret[]]));
  for (const secret of secrets) if (secret.ownerId === '') byFolder.get(secret.folderId)!.push(secret);
  const all = folders.map(({ id, path }) => ({
    id,
    path,
    secrets: byFolder.get(id)!.map((secret) => ({ id: secret.id, key: secret.key, tags: tags.get(secret.id) ?? [] })),
    hasImports: importing.has(id),
    // They are not in the trash.
    dynamicSecrets: [],
  }));
  return { folder: all.find(({ id }) => id === itemId)!, subfolders: all.filter(({ id }) => id !== itemId) };
};
