import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { recordSecretChange } from '../folder-changes/record.ts';
import type { FolderRow, FolderWithPath } from '../folders/store.ts';
import { recordEffects } from '../secrets/effects.ts';
import { requireSecretAction } from '../secrets/guard.ts';
import { requireFormerNames } from '../folders/contents.ts';
import { notifiedReferences } from '../secrets/reading/links.ts';
import type { SecretRow } from '../secrets/store.ts';
import { itemNotFound, readContents, type TrashContents } from './contents.ts';
import { checkPersonalName, formerFolder, haveSameTags, isSameFolder } from './rules.ts';
import type { TrashItem, TrashedSecret } from './store.ts';
import type { RestoredItem } from './view.ts';

/** A folder that something is restored into. */
export interface Destination {
  readonly row: FolderRow;
  readonly folder: FolderWithPath;
}

/** Finds the folder that the item was in, or the one that has its path now; 400 if there is none. */
export const findDestination = async ({ stores }: Scope, projectId: string, item: TrashItem): Promise<Destination> => {
  const former = formerFolder(item);
  const sameId = await stores.folders.findById(projectId, item.folderId);
  const folder = sameId ?? (await stores.folders.findAt(projectId, former));
  const environment = await stores.environments.findById(projectId, folder?.environmentId ?? item.environmentId);
  if (environment?.softDeletedAt !== null)
    throw badRequest(`The environment '${environment?.slug ?? former.environment}' is deleted. Restore it first.`);
  if (!folder)
    throw badRequest(
      `The folder '${former.path}' of the environment '${former.environment}' does not exist any more. Restore or create it first.`,
    );
  return { row: folder, folder: { id: folder.id, environment: environment.slug, path: folder.path } };
};

/** Returns the tags that each secret has when it is restored, by its id. */
export const findTagsNow = async (
  { stores }: Scope,
  projectId: string,
  { tags }: TrashContents,
): Promise<Map<string, { slug: string }[]>> => {
  const ids = new Set([...tags.values()].flatMap((rows) => rows.map(({ tagId }) => tagId)));
  const now = new Map((await stores.tags.findMany(projectId, [...ids])).map((tag) => [tag.id, tag]));
  return new Map([...tags].map(([id, rows]) => [id, rows.flatMap(({ tagId }) => now.get(tagId) ?? [])]));
};

/**
 * Copies the secrets back with their tags that still exist, and the references in their values take effect again.
 * Without a folder and a name, they have their former ones.
 */
export const bringBack = async (
  tx: Scope,
  projectId: string,
  secrets: readonly Pick<TrashedSecret, 'id' | 'references'>[],
  at?: Pick<SecretRow, 'folderId' | 'key' | 'updatedAt'>,
): Promise<void> => {
  const referring = secrets.map(({ id, references }) => ({ id, projectId, references }));
  const references = await notifiedReferences(tx, referring);
  await tx.stores.trashCopies.restoreSecrets(
    projectId,
    secrets.map(({ id }) => id),
    at,
  );
  await tx.stores.secrets.insertReferences(references);
};

/** Returns the name of a personal secret, that of the secret which it overrides; 400 if that does not exist. */
const personalName = async (
  { stores }: Scope,
  folderId: string,
  sharedId: string,
  newName: string | undefined,
): Promise<string> => {
  const [shared] = await stores.secrets.findByIds(folderId, [sharedId]);
  if (!shared) throw badRequest('The secret that this personal one overrides does not exist. Restore it first.');
  checkPersonalName(newName, shared.key);
  return shared.key;
};

const refuseTaken = async (
  { stores }: Scope,
  { id, environment, path }: FolderWithPath,
  name: string,
  owner: string,
): Promise<void> => {
  if ((await stores.secrets.findByKeys(id, [name], 'etag-inputs', owner)).length > 0)
    throw badRequest(
      `Secret already exists in the path '${path}' of the environment '${environment}': '${name}'. Restore it with another name as newName.`,
    );
};

/** Restores a secret with its personal overrides. */
export const restoreSecret = async (
  tx: Scope,
  project: ProjectAccess,
  item: TrashItem,
  newName: string | undefined,
): Promise<RestoredItem> => {
  const projectId = project.row.id;
  const former = formerFolder(item);
  const contents = await readContents(tx, item);
  const secret = contents.secrets.find(({ id }) => id === item.id);
  if (!secret) throw itemNotFound();
  const before = { id: item.id, tags: contents.tags.get(item.id) ?? [] };
  requireSecretAction(project, 'create', former, item.name, before.tags);
  const { folder } = await findDestination(tx, projectId, item);
  const isShared = secret.ownerId === '';
  const name = isShared ? (newName ?? item.name) : await personalName(tx, folder.id, secret.sharedId!, newName);
  const after = { tags: (await findTagsNow(tx, projectId, contents)).get(item.id) ?? [] };
  if (!isSameFolder(former, folder) || name !== item.name || !haveSameTags(before, after)) {
    for (const action of ['readValue', 'delete']) requireSecretAction(project, action, former, item.name, before.tags);
    await requireFormerNames(tx, project, former, [before]);
    requireSecretAction(project, 'create', folder, name, after.tags);
  }
  await refuseTaken(tx, folder, name, secret.ownerId);

  const now = timestamp(tx.clock.now());
  await bringBack(tx, projectId, contents.secrets, { folderId: folder.id, key: name, updatedAt: now });
  if (isShared) {
    await recordSecretChange(tx, folder.id, 'secret-restored', [item.id]);
    await recordEffects(tx, project.row, [{ kind: 'secret:create', folder, keys: [name] }]);
  }
  return { item, name, environment: folder.environment, path: folder.path };
};
