import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { encryptionLock, sealingKeyOf } from '../../project/data-keys/store.ts';
import { anyStreams, changesLock, streamsOf, type Audience } from '../events/store.ts';
import type { FolderWithPath } from '../folders/store.ts';
import { currentVersion } from '../secret-versions/store.ts';
import { columnsOf } from '../secrets/columns.ts';
import type { SecretWithContent, SecretWithVersion } from '../secrets/store.ts';

/** A folder without a secret of the requested name: all other columns are null. */
interface NoSecret {
  readonly id: null;
  readonly folderId: string;
}

const findSql = new Statement<
  SecretWithContent | NoSecret,
  { projectId: string; environment: string; path: string; key: string }
>((db, param) =>
  db('project_environments as e')
    .join('secret_folders as f', 'f.environmentId', 'e.id')
    .leftJoin(
      'secrets as s',
      (join) => void join.on('s.folderId', 'f.id').andOnVal('s.ownerId', '').andOnVal('s.key', param('key')),
    )
    .leftJoin('secret_versions as v', currentVersion)
    .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment'), 'f.path': param('path') })
    .whereNull('e.softDeletedAt')
    .select(columnsOf.all.map((column) => (column === 's.folderId' ? 'f.id as folderId' : column))),
);

interface FolderAsRead {
  readonly projectId: string;
  readonly folderId: string;
  readonly environment: string;
  readonly path: string;
  readonly dataKeyId: string;
  readonly inProject: boolean;
  readonly anywhere: boolean;
}

/** Key and streams cannot change, because their names are locked by the statement before. */
const folderSql = new Statement<{ id: string }, FolderAsRead & Record<string, unknown>>((db, param) =>
  db('project_environments as e')
    .join('secret_folders as f', 'f.environmentId', 'e.id')
    .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment') })
    .where({ 'f.path': param('path'), 'f.id': param('folderId') })
    .whereNull('e.softDeletedAt')
    .whereRaw('(?) = ?', [sealingKeyOf(db, param('projectId')).select('id'), param('dataKeyId')])
    .whereRaw('exists(?) = ?', [streamsOf(db, param('projectId')), param('inProject')])
    .whereRaw('exists(?) = ?', [anyStreams(db), param('anywhere')])
    .forNoKeyUpdate('f')
    .select('f.id'),
);

type SecretAsRead = Pick<SecretWithVersion, 'id' | 'folderId' | 'key' | 'version'>;

/** Without a new version, only the reminder of a secret can change. */
const unchangedSql = new Statement<{ id: string }, SecretAsRead & { days: number | null; note: string | null }>(
  (db, param) =>
    db('secrets as s')
      .join('secret_versions as v', currentVersion)
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

/** What a change of a secret depends on, as it was read without a lock. */
export interface ReadUnlocked {
  readonly folder: FolderWithPath;
  readonly dataKeyId: string;
  readonly audience: Audience;
  /** The shared secret of that name; undefined if there was none. */
  readonly secret: SecretWithVersion | undefined;
}

/**
 * Locks for changes that read first: the locks are sent together with the writes, and with a check that what was read is
 * still so. The folder is locked for the commit only, and not while the server decides what to write ("update secret" and
 * "create secret" of the benchmark, with ten clients in one folder). A check that fails runs the transaction again.
 */
export class LateLockStore extends Store {
  /** Finds the folder at that path, and its shared secret of that name with the encrypted columns, without a lock. */
  async findUnlocked(
    projectId: string,
    { environment, path }: { readonly environment: string; readonly path: string },
    key: string,
  ): Promise<{ folderId: string; secret: SecretWithContent | undefined } | undefined> {
    const [found] = await this.db.prepared(findSql, { projectId, environment, path, key });
    return found && { folderId: found.folderId, secret: found.id === null ? undefined : found };
  }

  /**
   * Locks the folder with its secrets as `FolderStore.lockAt` does, the data keys as `DataKeyStore.lockSealing`, and the
   * streams as `EventStore.findAudience`; checks that they, and the secret of that name, are as they were read. Changes
   * of a project share their commits: each locks the data revision last.
   */
  enqueue(projectId: string, key: string, { folder, dataKeyId, audience, secret }: ReadUnlocked): void {
    const { id: folderId, environment, path } = folder;
    this.db.shareCommit({ key: projectId, locked: folderId });
    this.db.lockNames('shared', changesLock(projectId), encryptionLock(projectId));
    this.db.enqueueCheck(folderSql, { projectId, folderId, environment, path, dataKeyId, ...audience }, 'once');
    // Statements of their own, which see what was committed before the lock was granted.
    if (!secret) return this.db.enqueueCheck(absentSql, { folderId, key });
    const { id, version, reminderRepeatDays: days, reminderNote: note } = secret;
    this.db.enqueueCheck(unchangedSql, { id, folderId, key, version, days, note });
  }
}
