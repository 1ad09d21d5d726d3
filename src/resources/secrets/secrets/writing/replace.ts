import { timestamp } from '../../../../platform/clock.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../../scope.ts';
import { scheduleReminders, type ReminderRequest } from '../../reminders/schedule.ts';
import type { LockedFolder } from '../guard.ts';
import type { SecretWithVersion } from '../store.ts';
import { addVersions, type SecretWithState, type VersionDraft } from './version.ts';

/** Adds a new version to each of these secrets of one folder, and renames those with another name. */
export const replaceSecrets = async (
  tx: Scope,
  projectId: string,
  folder: LockedFolder,
  changes: readonly (Pick<VersionDraft, 'state' | 'sealed'> & {
    before: SecretWithVersion;
    key: string;
    reminder?: ReminderRequest | undefined;
  })[],
  encryptionKey?: DataKey,
): Promise<SecretWithState[]> => {
  const now = timestamp(tx.clock.now());
  const drafts = changes.map(({ before, key, state, sealed }) => {
    const { id, ownerId, sharedId, createdAt, version } = before;
    return {
      row: {
        id,
        projectId,
        folderId: folder.id,
        key,
        ownerId,
        sharedId,
        version: version + 1,
        createdAt,
        updatedAt: now,
      },
      before,
      state,
      sealed,
    };
  });
  const rows = drafts.map(({ row }) => row);
  const renamed = rows.filter(({ key }, index) => key !== changes[index]!.before.key);
  await tx.stores.secrets.change(rows, renamed.length > 0 ? 'name' : 'content');
  await tx.stores.secrets.updatePersonal(
    projectId,
    renamed.map(({ id }) => id),
  );
  await scheduleReminders(
    tx,
    projectId,
    changes.map(({ before, state, reminder }) => ({ id: before.id, before, state, reminder })),
  );
  return addVersions(tx, projectId, folder.folderRef, drafts, encryptionKey);
};
