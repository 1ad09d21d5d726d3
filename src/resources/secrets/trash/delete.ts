import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { actorColumns, recordFolderChange, recordSecretChange } from '../folder-changes/record.ts';
import type { FolderRow } from '../folders/store.ts';
import type { SecretRow } from '../secrets/store.ts';
import type { Deletion } from './store.ts';

const secondsPerDay = 86_400;

const deletionOf = ({ actor, clock, config }: Scope): Deletion => {
  const now = clock.now();
  return {
    ...actorColumns(actor),
    deletedAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, config.trashDays * secondsPerDay)),
  };
};

/** Moves these secrets of one folder to the trash, or deletes them with their versions if there is none. */
export const deleteSecrets = async (
  tx: Scope,
  projectId: string,
  folderId: string,
  secrets: readonly Pick<SecretRow, 'id' | 'ownerId' | 'sharedId'>[],
): Promise<void> => {
  const ids = secrets.map(({ id }) => id);
  const shared = new Set(secrets.filter(({ ownerId }) => ownerId === '').map(({ id }) => id));
  await recordSecretChange(tx, folderId, 'secret-deleted', [...shared]);
  if (tx.config.trashDays === 0) await tx.stores.secretVersions.deleteOf(projectId, ids);
  else {
    // A personal secret that is deleted together with its shared one belongs to that.
    const alone = secrets.filter(({ sharedId }) => sharedId === null || !shared.has(sharedId));
    await tx.stores.trashCopies.addSecrets(
      projectId,
      alone.map(({ id }) => id),
      deletionOf(tx),
    );
  }
  await tx.stores.secrets.delete(projectId, ids);
};

/** Moves the folder with everything in it to the trash, or deletes it if there is none. */
export const deleteFolder = async (tx: Scope, folder: FolderRow, numberOfSecrets: number): Promise<void> => {
  await recordFolderChange(tx, folder.parentId!, 'folder-deleted', [folder.id]);
  if (tx.config.trashDays === 0) await tx.stores.secretVersions.deleteBelow(folder);
  else await tx.stores.trashCopies.addFolder(folder, numberOfSecrets, deletionOf(tx));
  await tx.stores.folders.delete(folder);
};
