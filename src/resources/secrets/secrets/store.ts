import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData, bumpDataOf } from '../../project/revisions/store.ts';
import type { Reference, EncryptedColumns, VersionContent } from '../secret-versions/store.ts';

export interface SecretRow {
  id: string;
  projectId: string;
  folderId: string;
  key: string;
  /** The owner of a personal secret; empty for a shared one. */
  ownerId: string;
  /** The shared secret that a personal one overrides; null for a shared one. */
  sharedId: string | null;
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A secret with the unencrypted content of its current, or a requested, version. */
export interface SecretWithVersion extends SecretRow, VersionContent {
  versionId: string;
}

/** A secret with its encrypted columns. */
export interface SecretWithContent extends SecretWithVersion, EncryptedColumns {}

/** An old version, with the current name of the secret. */
export interface PreviousSecret extends SecretWithContent {
  nameNow: string;
}

/** A secret with its folder. */
export interface SecretWithFolder extends SecretWithContent {
  path: string;
  environmentSlug: string;
}

export interface SecretTagRow {
  secretId: string;
  id: string;
  slug: string;
  color: string | null;
}

/** The id of the user whose personal secrets are included; empty for none. */
export type Owner = string;

interface Wanted extends Record<string, unknown> {
  folderId: string;
  owner: Owner;
}

/** Picks the columns of the table from a row that may have more. */
const tableColumns = ({
  id,
  projectId,
  folderId,
  key,
  ownerId,
  sharedId,
  version,
  createdAt,
  updatedAt,
}: SecretRow): SecretRow => ({ id, projectId, folderId, key, ownerId, sharedId, version, createdAt, updatedAt });

/**
 * The columns that a change writes; leaving out unchanged names and folders halves the time, by sparing their index.
 */
const changing: Record<'content' | 'name', (keyof SecretRow)[]> = {
  content: ['version', 'updatedAt'],
  name: ['folderId', 'key', 'version', 'updatedAt'],
};

const changeOf = (columns: readonly (keyof SecretRow)[]) =>
  new Statement<never, SecretRow & Record<string, unknown>>((db, param) =>
    db('secrets')
      .where({ id: param('id') })
      .update(Object.fromEntries(columns.map((column) => [column, param(column)]))),
  );
const changed = { content: changeOf(changing.content), name: changeOf(changing.name) };

const forgottenTags = new Statement<never, { id: string }>((db, param) =>
  db('secret_tags')
    .where({ secretId: param('id') })
    .delete(),
);
const forgottenReferences = new Statement<never, { id: string }>((db, param) =>
  db('secret_references')
    .where({ secretId: param('id') })
    .delete(),
);

const own = ['s.id', 's.projectId', 's.folderId', 's.ownerId', 's.sharedId', 's.createdAt', 's.updatedAt'];
const ofVersion = [
  'version',
  'actorType',
  'actorId',
  'actorName',
  'skipMultilineEncoding',
  'reminderRepeatDays',
  'reminderNote',
  'tagIds',
  'references',
  'metadata',
  'redactedAt',
];
const said = [...own, 'v.id as versionId', ...ofVersion.map((name) => `v.${name}`)];
/** Includes the current name: a personal secret is renamed with its shared one, without a new version. */
const open = [...said, 's.key'];
const sealed = ['dataKeyId', 'sealedComment', 'sealedValue'].map((name) => `v.${name}`);

/** The columns that permissions and ETags depend on. */
const marks = [
  's.id',
  's.folderId',
  's.key',
  's.ownerId',
  's.sharedId',
  's.updatedAt',
  'v.id as versionId',
  ...['version', 'tagIds', 'references', 'metadata', 'redactedAt'].map((name) => `v.${name}`),
];

const columnsOf = { mark: marks, open, whole: [...open, ...sealed] };

/** `whole` includes the encrypted columns, `open` the unencrypted ones, `mark` only those for permissions and ETags. */
export type Extent = keyof typeof columnsOf;

const withVersions = (db: Knex): Knex.QueryBuilder =>
  db('secrets as s').join(
    'secret_versions as v',
    (join) => void join.on('v.secretId', 's.id').andOn('v.version', 's.version'),
  );

const inFolder = (columns: string[]) =>
  new Statement<SecretWithContent, Wanted>(
    (db, param) =>
      withVersions(db)
        .where({ 's.folderId': param('folderId') })
        .whereIn('s.ownerId', ['', param('owner')])
        .select(columns),
    'at-length',
  );
const listed = { mark: inFolder(columnsOf.mark), open: inFolder(columnsOf.open), whole: inFolder(columnsOf.whole) };

const byKey = (columns: string[]) =>
  new Statement<SecretWithContent, Wanted & { key: string }>((db, param) =>
    withVersions(db)
      .where({ 's.folderId': param('folderId'), 's.key': param('key'), 's.ownerId': param('owner') })
      .select(columns),
  );
const found = { mark: byKey(columnsOf.mark), open: byKey(columnsOf.open), whole: byKey(columnsOf.whole) };

const listTagsSql = new Statement<SecretTagRow, { secretId: string }>((db, param) =>
  db('secret_tags as st')
    .join('project_tags as t', 't.id', 'st.tagId')
    .where({ 'st.secretId': param('secretId') })
    .orderBy('t.slug')
    .select('st.secretId', 't.id', 't.slug', 't.color'),
);

const tagsOfMany = (db: Knex, secretIds: readonly string[]) =>
  db('secret_tags as st')
    .join('project_tags as t', 't.id', 'st.tagId')
    .whereIn('st.secretId', secretIds)
    .orderBy('t.slug')
    .select<SecretTagRow[]>('st.secretId', 't.id', 't.slug', 't.color');

export class SecretStore extends Store {
  /** Lists the shared secrets of these folders and the owner's personal ones, in no particular order. */
  async listIn(folderIds: readonly string[], owner: Owner, extent: Extent): Promise<SecretWithContent[]> {
    if (folderIds.length === 1) return this.db.prepared(listed[extent], { folderId: folderIds[0]!, owner });
    return inChunks(folderIds, (part) =>
      this.db.atLength<SecretWithContent>(
        withVersions(this.db).whereIn('s.folderId', part).whereIn('s.ownerId', ['', owner]).select(columnsOf[extent]),
      ),
    );
  }

  /** Finds the secrets of these names that exist: the shared ones, or the owner's. */
  async findByKeys(
    folderId: string,
    keys: readonly string[],
    extent: Extent,
    owner: Owner = '',
  ): Promise<SecretWithContent[]> {
    if (keys.length === 1) return this.db.prepared(found[extent], { folderId, owner, key: keys[0]! });
    return inChunks(keys, (part) =>
      this.db.atLength<SecretWithContent>(
        withVersions(this.db)
          .where({ 's.folderId': folderId, 's.ownerId': owner })
          .whereIn('s.key', part)
          .select(columnsOf[extent]),
      ),
    );
  }

  /** Finds the shared secrets of these ids in the folder, with their encrypted columns. */
  findByIds(folderId: string, ids: readonly string[]): Promise<SecretWithContent[]> {
    return inChunks(ids, (part) =>
      this.db.atLength<SecretWithContent>(
        withVersions(this.db)
          .where({ 's.folderId': folderId, 's.ownerId': '' })
          .whereIn('s.id', part)
          .select(columnsOf.whole),
      ),
    );
  }

  /** Finds a version by number of the secret that had the name then; of several, the one that still has it. */
  findVersion(folderId: string, owner: Owner, key: string, version: number): Promise<PreviousSecret | undefined> {
    return this.db('secrets as s')
      .join('secret_versions as v', 'v.secretId', 's.id')
      .where({ 's.folderId': folderId, 's.ownerId': owner, 'v.key': key, 'v.version': version })
      .orderByRaw('case when ?? = ?? then 0 else 1 end, ?? desc', ['s.key', 'v.key', 's.updatedAt'])
      .first<PreviousSecret | undefined>([...said, 'v.key', 's.key as nameNow', ...sealed]);
  }

  /** Finds the secret in any project of the organization, unless its environment is deleted. */
  findInOrganization(organizationId: string, id: string, extent: Extent): Promise<SecretWithFolder | undefined> {
    return withVersions(this.db)
      .join('secret_folders as f', 'f.id', 's.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .join('projects as p', 'p.id', 's.projectId')
      .where({ 's.id': id, 'p.organizationId': organizationId })
      .whereNull('e.softDeletedAt')
      .first<SecretWithFolder | undefined>([...columnsOf[extent], 'f.path', 'e.slug as environmentSlug']);
  }

  /** Lists the tags of these secrets, ordered by slug. */
  async tagsOf(secretIds: readonly string[]): Promise<SecretTagRow[]> {
    if (secretIds.length === 1) return this.db.prepared(listTagsSql, { secretId: secretIds[0]! });
    return inChunks(secretIds, (part) => tagsOfMany(this.db, part));
  }

  /** Lists the tags of these secrets, and locks them against deletion until the transaction ends. */
  lockTagsOf(secretIds: readonly string[]): Promise<SecretTagRow[]> {
    return inChunks(secretIds, (part) => tagsOfMany(this.db, part).forKeyShare('t'));
  }

  async insert(secrets: readonly SecretRow[]): Promise<void> {
    bumpDataOf(this.db, secrets);
    await eachChunk(secrets, (part) => this.db.insertRows('secrets', part));
  }

  /** Updates the versions and times, and with `name` also the names and folders; all secrets must exist. */
  async change(secrets: readonly SecretRow[], what: keyof typeof changing): Promise<void> {
    bumpDataOf(this.db, secrets);
    if (secrets.length === 1) await this.db.prepared(changed[what], { ...tableColumns(secrets[0]!) });
    // An upsert changes many rows in one statement; all exist, so none is inserted.
    else
      await eachChunk(secrets.map(tableColumns), (part) =>
        this.db<SecretRow>('secrets').insert(part).onConflict('id').merge(changing[what]),
      );
  }

  /** Updates the names and folders of the personal secrets that override these. */
  async updatePersonal(projectId: string, sharedIds: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    const ofShared = (column: string) =>
      this.db.raw('(select s.?? from ?? as s where s.?? = ??)', [column, 'secrets', 'id', 'secrets.sharedId']);
    await eachChunk(sharedIds, (part) =>
      this.db('secrets')
        .whereIn('sharedId', part)
        .update({ key: ofShared('key'), folderId: ofShared('folderId') }),
    );
  }

  /** Deletes the secrets with their versions, and the personal secrets that override them. */
  async delete(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    await eachChunk(ids, (part) => this.db<SecretRow>('secrets').whereIn('id', part).delete());
  }

  /** Deletes the tags and references of the secrets. */
  async deleteRelations(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    if (ids.length === 1) {
      await this.db.prepared(forgottenTags, { id: ids[0]! });
      await this.db.prepared(forgottenReferences, { id: ids[0]! });
    } else {
      await eachChunk(ids, (part) => this.db('secret_tags').whereIn('secretId', part).delete());
      await eachChunk(ids, (part) => this.db('secret_references').whereIn('secretId', part).delete());
    }
  }

  /** Of those that have none. */
  async insertTags(
    projectId: string,
    secrets: readonly { readonly id: string; readonly tagIds: readonly string[] }[],
  ): Promise<void> {
    bumpData(this.db, projectId);
    const rows = secrets.flatMap(({ id, tagIds }) => tagIds.map((tagId) => ({ secretId: id, tagId })));
    await eachChunk(rows, (part) => this.db('secret_tags').insert(part));
  }

  /** Of those that have none. Only those to other folders: what depends on its own is in it. */
  async insertReferences(
    secrets: readonly (Pick<SecretRow, 'id' | 'projectId'> & { readonly references: readonly Reference[] })[],
  ): Promise<void> {
    bumpDataOf(this.db, secrets);
    const rows = secrets.flatMap(({ id, projectId, references }) =>
      references
        .filter(({ environment }) => environment !== null)
        .map(({ project = '', environment, path, key }) => ({
          secretId: id,
          projectId,
          projectSlug: project,
          environment,
          path,
          key,
        })),
    );
    await eachChunk(rows, (part) => this.db('secret_references').insert(part));
  }
}
