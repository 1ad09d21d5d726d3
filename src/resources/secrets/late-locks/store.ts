import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { FolderWithPath } from '../folders/store.ts';
import type { SecretWithVersion } from '../secrets/store.ts';

const folderSql = new Statement<{ id: string }, { projectId: string; environment: string; path: string; id: string }>(
  (db, param) =>
    db('project_environments as e')
      .join('secret_folders as f', 'f.environmentId', 'e.id')
      .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment') })
      .where({ 'f.path': param('path'), 'f.id': param('id') })
      .whereNull('e.softDeletedAt')
      .forNoKeyUpdate('f')
      .select('f.id'),
);

type SecretAsRead = Pick<SecretWithVersion, 'id' | 'folderId' | 'key' | 'version'>;

/** Without a new version, only the reminder of a secret can change. */
const unchangedSql = new Statement<{ id: string }, SecretAsRead & { days: number | null; note: string | null }>(
  (db, param) =>
    db('secrets as s')
      .join('secret_versions as v', (join) => void join.on('v.secretId', 's.id').andOn('v.version', 's.version'))
      .where({ 's.id': param('id'), 's.folderId': param('folderId'), 's.key': param('key') })
      .where({ 's.version': param('version') })
      .whereRaw('?? is not distinct from ?', ['v.reminderRepeatDays', param('days')])
      .whereRaw('?? is not distinct from ?', ['v.reminderNote', param('note')])
      .select('s.id'),
);

const absentSql = new Statement<{ found: number }, { folderId: string; key: string }>((db, param) =>
  db
    .select(db.raw('1 as found'))
    .whereNotExists(db('secrets').where({ folderId: param('folderId'), key: param('key'), ownerId: '' })),
);

/**
 * Locks for changes that read first: the lock is sent together with the writes, and with a check that what was read is
 * still so. The folder is locked for the commit only, and not while the server decides what to write ("update secret" and
 * "create secret" of the benchmark, with ten clients in one folder). A check that fails runs the transaction again.
 */
export class LateLockStore extends Store {
  /**
   * Locks the folder with its secrets, as `FolderStore.lockAt` does, and checks that it is still at that path, and
   * that its shared secret of that name is as it was read: undefined if there was none.
   */
  enqueue(projectId: string, folder: FolderWithPath, key: string, read: SecretWithVersion | undefined): void {
    const { id: folderId, environment, path } = folder;
    this.db.enqueueCheck(folderSql, { projectId, environment, path, id: folderId });
    // Statements of their own, which see what was committed before the lock was granted.
    if (!read) return this.db.enqueueCheck(absentSql, { folderId, key });
    const { id, version, reminderRepeatDays: days, reminderNote: note } = read;
    this.db.enqueueCheck(unchangedSql, { id, folderId, key, version, days, note });
  }
}
