import type { ProjectRow } from '../../../../access/project.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { PublicScope } from '../../../../scope.ts';
import { findDataKey, findEncryptionKey } from '../../../project/data-keys/encryption.ts';
import { changeIdOf } from '../../folder-changes/change-ids.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import { recordEffects } from '../effects.ts';
import { decryptContent, encryptContent } from '../encryption.ts';
import { newVersionIds } from './write.ts';

/** The new value of a secret, by its id. */
export type NewValues = ReadonlyMap<string, string>;

/**
 * Writes values that the server itself has set elsewhere: a new version of each secret, in one change, with everything
 * that follows from one. Names, comments, tags and metadata stay as they are; the values refer to nothing.
 */
export const writeRotatedValues = async (
  tx: PublicScope,
  project: ProjectRow,
  folder: FolderWithPath,
  values: NewValues,
): Promise<void> => {
  const rows = await tx.stores.secrets.findByIds(folder.id, [...values.keys()]);
  const key = await findEncryptionKey(tx, project.id);
  const now = timestamp(tx.clock.now());
  const ids = newVersionIds(
    tx,
    rows.map(({ id }) => id),
  );
  const versions = [];
  for (const row of rows) {
    const version = row.version + 1;
    const of = { secretId: row.id, version };
    const before = decryptContent(
      await findDataKey(tx, row.dataKeyId),
      { secretId: row.id, version: row.version },
      row,
    );
    versions.push({
      id: ids.get(row.id)!,
      ...of,
      projectId: project.id,
      key: row.key,
      folderId: folder.id,
      changeId: changeIdOf(tx, folder.id),
      actorType: 'platform' as const,
      actorId: '',
      actorName: 'Rotation',
      skipMultilineEncoding: row.skipMultilineEncoding,
      reminderRepeatDays: row.reminderRepeatDays,
      reminderNote: row.reminderNote,
      tagIds: row.tagIds,
      references: [],
      ...encryptContent(key, of, { ...before, value: values.get(row.id)! }),
      createdAt: now,
      redactedAt: null,
      redactedByActorType: null,
      redactedByActorId: null,
    });
  }
  await tx.stores.secrets.change(
    rows.map((row) => ({ ...row, version: row.version + 1, updatedAt: now })),
    'content',
  );
  await tx.stores.secretVersions.insert(versions);
  const keys = rows.map((row) => row.key);
  await recordEffects(tx, project, [{ kind: 'secret:update', folder, keys }]);
};
