import type { Timestamp } from '../../../platform/clock.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import { insertSelect } from '../../../platform/db/knex/insert-select.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData } from '../../project/revisions/store.ts';
import { changeIdRange, type FolderChangeRow } from '../folder-changes/store.ts';
import type { FolderRow } from '../folders/store.ts';
import type { SecretVersionRow } from '../secrets/columns.ts';
import type { SecretRow } from '../secrets/store.ts';

/** A version without its value. */
export type VersionFacts = Omit<SecretVersionRow, 'sealedValue'>;

/** What is listed about a version that is part of a commit. */
export type CommitVersionRow = Pick<
  SecretVersionRow,
  'changeId' | 'secretId' | 'version' | 'key' | 'actorType' | 'actorId' | 'actorName' | 'createdAt'
> & { changeId: string };

/** A shared secret, whether it exists or is in the trash. */
export type AnySecretRow = SecretRow & {
  isTrashed: boolean;
  /** Null and absent if no rotation changes the secret. */
  rotationId?: string | null;
};

/** A folder, whether it exists or is in the trash. */
export type AnyFolderRow = FolderRow & { isTrashed: boolean };

const versionColumns = [
  ...['id', 'secretId', 'version', 'projectId', 'folderId', 'changeId', 'key', 'createdAt'],
  ...['actorType', 'actorId', 'actorName', 'skipMultilineEncoding', 'reminderRepeatDays', 'reminderNote'],
  ...['tagIds', 'references', 'metadata', 'dataKeyId', 'sealedComment'],
  ...['redactedAt', 'redactedByActorType', 'redactedByActorId'],
].map((name) => `v.${name}`);

const secretColumns = 'id projectId folderId key ownerId sharedId version createdAt updatedAt'.split(' ');

const changeColumns = ['changeId', 'secretId', 'version', 'key', 'actorType', 'actorId', 'actorName', 'createdAt'];

const secretTables = { existing: 'secrets', trashed: 'trashed_secrets' };
const folderTables = { existing: 'secret_folders', trashed: 'trashed_folders' };

/** The position of the moment in a change's id. */
const momentStart = 14;

/** How many folders one statement is about. */
const foldersAtOnce = 50;

/** How many rows with values are read at once: each may have a megabyte. */
const valuesAtOnce = 50;

/** The history of folders: versions of secrets and recorded changes, and what is in the trash. */
export class PointInTimeStore extends Store {
  /** Returns since when the contents of folders are recorded. */
  async startOfHistory(): Promise<Timestamp> {
    return (await this.db('folder_history').first<{ startedAt: Timestamp }>('startedAt')).startedAt;
  }

  /** Lists the recorded changes in these folders, oldest first. */
  async changesIn(folderIds: readonly string[], limit: number): Promise<FolderChangeRow[]> {
    const rows = await inChunks(folderIds, (part) =>
      this.db<FolderChangeRow>('folder_changes')
        .where((query) => {
          for (const { from, below } of part.map(changeIdRange))
            void query.orWhere((range) => void range.where('changeId', '>=', from).where('changeId', '<', below));
        })
        .orderBy('sequence', 'desc')
        .limit(limit),
    );
    const wanted = new Set(folderIds);
    return bySequence(rows.filter(({ folderId }) => wanted.has(folderId)));
  }

  /** Lists the recorded changes of these secrets and folders, oldest first. */
  async changesOf(objectIds: readonly string[], limit: number): Promise<FolderChangeRow[]> {
    const rows = await inChunks(objectIds, (part) =>
      this.db<FolderChangeRow>('folder_changes').whereIn('objectId', part).orderBy('sequence', 'desc').limit(limit),
    );
    return bySequence(rows);
  }

  /** Lists the versions that were written in the folder, without their content, newest first. */
  async versionsIn(folderId: string, limit: number): Promise<CommitVersionRow[]> {
    const { from, below } = changeIdRange(folderId);
    const query = this.db('secret_versions')
      .where('changeId', '>=', from)
      .where('changeId', '<', below)
      .orderBy('changeId', 'desc')
      .limit(limit)
      .select(changeColumns);
    return this.db.read<CommitVersionRow>(query);
  }

  /** Lists the recorded changes of one commit. */
  changesWith(changeId: string): Promise<FolderChangeRow[]> {
    return this.db<FolderChangeRow>('folder_changes').where({ changeId }).orderBy('sequence');
  }

  /** Lists the versions of one commit. */
  versionsWith(changeId: string): Promise<VersionFacts[]> {
    return this.db('secret_versions as v')
      .where({ 'v.changeId': changeId })
      .orderBy('v.key')
      .select<VersionFacts[]>(versionColumns);
  }

  /** Returns the newest change in each of these folders, to find out whether anything has changed since. */
  async newestChanges(folderIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let start = 0; start < folderIds.length; start += foldersAtOnce) {
      const queries = folderIds.slice(start, start + foldersAtOnce).flatMap((folderId) => {
        const { from, below } = changeIdRange(folderId);
        return ['secret_versions', 'folder_changes'].map((table) =>
          this.db(table).where('changeId', '>=', from).where('changeId', '<', below).max({ newest: 'changeId' }),
        );
      });
      const [first, ...others] = queries;
      for (const { newest } of (await first!.unionAll(others)) as { newest: string | null }[]) found.add(newest ?? '');
    }
    return found;
  }

  /** Lists the shared secrets of these folders, existing ones and those in the trash. */
  secretsIn(folderIds: readonly string[]): Promise<AnySecretRow[]> {
    return this.#everywhere<SecretRow>(secretTables, 'folderId', folderIds, { ownerId: '' });
  }

  /** Finds these shared secrets, whether they exist or are in the trash. */
  secretsById(ids: readonly string[]): Promise<AnySecretRow[]> {
    return this.#everywhere<SecretRow>(secretTables, 'id', ids, { ownerId: '' });
  }

  /** Lists the folders in these folders, existing ones and those in the trash. */
  foldersIn(parentIds: readonly string[]): Promise<AnyFolderRow[]> {
    return this.#everywhere<FolderRow>(folderTables, 'parentId', parentIds);
  }

  /** Finds these folders, whether they exist or are in the trash. */
  foldersById(ids: readonly string[]): Promise<AnyFolderRow[]> {
    return this.#everywhere<FolderRow>(folderTables, 'id', ids);
  }

  /** Returns the version that each of these secrets had at the moment, without those that did not exist yet. */
  versionsAt(
    secretIds: readonly string[],
    { moment, time }: { moment: string; time: Timestamp },
  ): Promise<VersionFacts[]> {
    return inChunks(secretIds, (part) => {
      const last = this.db('secret_versions')
        .whereIn('secretId', part)
        .whereRaw('case when ?? is null then ?? <= ? else substr(??, ?) <= ? end', [
          'changeId',
          'createdAt',
          time,
          'changeId',
          momentStart,
          moment,
        ])
        .groupBy('secretId')
        .select('secretId')
        .max({ version: 'version' });
      const query = this.db
        .from(last.as('l'))
        .join(
          'secret_versions as v',
          (join) => void join.on('v.secretId', 'l.secretId').andOn('v.version', 'l.version'),
        )
        .select(versionColumns);
      return this.db.read<VersionFacts>(query);
    });
  }

  /** Finds versions by secret and number. */
  versions(wanted: readonly { readonly secretId: string; readonly version: number }[]): Promise<VersionFacts[]> {
    return inChunks(wanted, (part) => {
      const query = this.db('secret_versions as v')
        .whereIn(
          ['v.secretId', 'v.version'],
          part.map(({ secretId, version }) => [secretId, version]),
        )
        .select(versionColumns);
      return this.db.read<VersionFacts>(query);
    });
  }

  /** Reads the encrypted values of these versions, by id, a few at a time. */
  async *sealedValues(versionIds: readonly string[]): AsyncGenerator<Pick<SecretVersionRow, 'id' | 'sealedValue'>[]> {
    for (let start = 0; start < versionIds.length; start += valuesAtOnce) {
      const query = this.db('secret_versions')
        .whereIn('id', versionIds.slice(start, start + valuesAtOnce))
        .select('id', 'sealedValue');
      yield await this.db.read<Pick<SecretVersionRow, 'id' | 'sealedValue'>>(query);
    }
  }

  /** Lists the names that these secrets have had. */
  namesOf(secretIds: readonly string[]): Promise<Pick<SecretVersionRow, 'secretId' | 'key'>[]> {
    return inChunks(secretIds, (part) =>
      this.db('secret_versions')
        .whereIn('secretId', part)
        .distinct<Pick<SecretVersionRow, 'secretId' | 'key'>[]>('secretId', 'key'),
    );
  }

  /** Whether the folder has a commit before, or after, this one. */
  async hasCommit(folderId: string, when: '<' | '>', changeId: string): Promise<boolean> {
    const { from, below } = changeIdRange(folderId);
    const inRange = (table: string) =>
      this.db(table).where('changeId', when, changeId).where('changeId', '>=', from).where('changeId', '<', below);
    const [version, change] = await Promise.all([
      inRange('secret_versions').first('changeId'),
      inRange('folder_changes').whereNot('kind', 'like', '%-removed').first('changeId'),
    ]);
    return version !== undefined || change !== undefined;
  }

  /** Returns which of these versions are redacted. */
  redactedAmong(versionIds: readonly string[]): Promise<string[]> {
    return inChunks(versionIds, (part) =>
      this.db('secret_versions').whereIn('id', part).whereNotNull('redactedAt').pluck<string[]>('id'),
    );
  }

  /** Returns which of these secrets are in the trash. */
  trashedAmong(ids: readonly string[]): Promise<string[]> {
    return inChunks(ids, (part) => this.db('trashed_secrets').whereIn('id', part).pluck<string[]>('id'));
  }

  async messagesOf(changeIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await inChunks(changeIds, (part) =>
      this.db<{ changeId: string; message: string }>('folder_change_messages')
        .whereIn('changeId', part)
        .select('changeId', 'message'),
    );
    return new Map(rows.map(({ changeId, message }) => [changeId, message]));
  }

  /** Stores the message of a change. */
  addMessage(projectId: string, changeId: string, message: string): void {
    this.db.insert('folder_change_messages', [{ projectId, changeId, message }]);
  }

  /**
   * Takes shared secrets out of the trash, with the personal ones that override them, under names that no other secret
   * has. Their tags and references are not restored.
   */
  async restoreSecrets(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    // The names are set afterwards: others may have them until then.
    const aside = this.db.raw("':' || ??", ['s.id']);
    const columns = { ...Object.fromEntries(secretColumns.map((name) => [name, `s.${name}`])), key: aside };
    await eachChunk(ids, (part) => {
      for (const column of ['s.id', 's.sharedId'])
        this.db.write(insertSelect(this.db, 'secrets', columns, this.db('trashed_secrets as s').whereIn(column, part)));
      this.db.write(this.db('trashed_secrets').whereIn('id', part).orWhereIn('sharedId', part).delete());
      this.db.write(this.db('trash_items').whereIn('id', part).delete());
    });
  }

  /** Gives these secrets and the personal ones that override them names that no other secret has. */
  async setNamesAside(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    await eachChunk(ids, (part) =>
      this.db.write(
        this.db('secrets')
          .whereIn('id', part)
          .orWhereIn('sharedId', part)
          .update({ key: this.db.raw("':' || ??", ['id']) }),
      ),
    );
  }

  /** Finds rows by a column in a table of what exists and in that of the trash. */
  #everywhere<Row extends object>(
    tables: Readonly<Record<'existing' | 'trashed', string>>,
    column: string,
    values: readonly string[],
    condition: object = {},
  ): Promise<(Row & { isTrashed: boolean })[]> {
    return inChunks(values, async (part) => {
      const from = (table: string) => this.db.read<Row>(this.db(table).whereIn(column, part).where(condition));
      const [existing, trashed] = await Promise.all([from(tables.existing), from(tables.trashed)]);
      return [
        ...existing.map((row) => ({ ...row, isTrashed: false })),
        ...trashed.map((row) => ({ ...row, isTrashed: true })),
      ];
    });
  }
}

const bySequence = (rows: readonly FolderChangeRow[]): FolderChangeRow[] =>
  [...rows].sort((one, other) => one.sequence - other.sequence);
