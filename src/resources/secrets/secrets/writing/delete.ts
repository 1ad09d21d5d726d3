import type { Scope } from '../../../../scope.ts';
import { recordSecretChange } from '../../folder-changes/record.ts';
import { deletionOf } from '../../folders/delete.ts';
import type { SecretRow } from '../store.ts';

/** Moves these secrets of one folder to the trash, or deletes them with their versions if there is none. */
export const deleteSecrets = async (
  tx: Scope,
  projectId: string,
  folderId: string,
  secrets: readonly Pick<SecretRow, 'id' | 'key' | 'version' | 'ownerId' | 'sharedId'>[],
): Promise<void> => {
  const ids = secrets.map(({ id }) => id);
  const shared = new Set(secrets.filter(({ ownerId }) => ownerId === '').map(({ id }) => id));
  for (const { id: secretId, key, version, ownerId } of secrets)
    if (ownerId === '') tx.changeControl.note({ op: 'delete', folder: { id: folderId }, secretId, key, version });
    else tx.changeControl.noteOther();
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
