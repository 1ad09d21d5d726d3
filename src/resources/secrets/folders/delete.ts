import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { actorColumns, recordFolderChange } from '../folder-changes/record.ts';
import type { FolderRow } from './store.ts';

const secondsPerDay = 86_400;

/** Returns who deletes something now, and until when it can be restored. */
export const deletionOf = ({ actor, clock, config }: Scope) => {
  const now = clock.now();
  return {
    ...actorColumns(actor),
    deletedAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, config.trashDays * secondsPerDay)),
  };
};

/** Moves the folder with everything in it to the trash, or deletes it if there is none. */
export const deleteFolder = async (tx: Scope, folder: FolderRow, numberOfSecrets: number): Promise<void> => {
  await recordFolderChange(tx, folder.parentId!, 'folder-deleted', [folder.id]);
  if (tx.config.trashDays === 0) await tx.stores.secretVersions.deleteBelow(folder);
  else await tx.stores.trashCopies.addFolder(folder, numberOfSecrets, deletionOf(tx));
  await tx.stores.folders.delete(folder);
};
