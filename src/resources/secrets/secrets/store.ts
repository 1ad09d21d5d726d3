import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData, bumpDataOf } from '../../project/revisions/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import {
  byExtent,
  columnsOf,
  encryptedColumns,
  namelessColumns,
  type EncryptedColumns,
  type Extent,
  type Reference,
  type VersionContent,
} from './columns.ts';

/** Joins the current version (`v`) of a secret (`s`). */
export const currentVersion = (join: Knex.JoinClause): void =>
  void join.on('v.secretId', 's.id').andOn('v.version', 's.version');

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
  /** The rotation that changes the secret; null if people do. */
  rotationId: string | null;
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

/** Takes half of the time of an upsert, which checks the foreign keys ("update secret" of the benchmark). */
const changeContentSql = new Statement<never, Pick<SecretRow, 'id' | 'version' | 'updatedAt'>>((db, param) =>
  db('secrets')
    .where({ id: param('id') })
    .update({ version: param('version'), updatedAt: param('updatedAt') }),
);

const deleteTagsSql = new Statement<never, { ids: readonly string[] }>((db, _param, isIn) =>
  db('secret_tags').where(isIn('secretId', 'ids')).delete(),
);
const deleteReferencesSql = new Statement<never, { ids: readonly string[] }>((db, _param, isIn) =>
  db('secret_references').where(isIn('secretId', 'ids')).delete(),
);

const withVersions = (db: SqlBuilder): Knex.QueryBuilder =>
  db('secrets as s').join('secret_versions as v', currentVersion);

const listSqlOf = byExtent(
  (columns) =>
    new Statement<SecretWithContent, { folderIds: readonly string[]; owner: Owner }>(
      (db, param, isIn) =>
        withVersions(db)
          .where(isIn('s.folderId', 'folderIds'))
          .whereIn('s.ownerId', ['', param('owner')])
          .select(columns),
      'at-length',
    ),
);

const findSqlOf = byExtent(
  (columns) =>
    new Statement<SecretWithContent, { folderId: string; owner: Owner; keys: readonly string[] }>(
      (db, param, isIn) =>
        withVersions(db)
          .where({ 's.folderId': param('folderId'), 's.ownerId': param('owner') })
          .where(isIn('s.key', 'keys'))
          .select(columns),
      { one: 'often', many: 'at-length' },
    ),
);

const findAtSql = new Statement<
  SecretWithContent,
  { projectId: string; environment: string; path: string; owner: Owner; keys: readonly string[] }
>(
  (db, param, isIn) =>
    withVersions(db)
      .join('secret_folders as f', 'f.id', 's.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment'), 'f.path': param('path') })
      .whereNull('e.softDeletedAt')
      .where({ 's.ownerId': param('owner') })
      .where(isIn('s.key', 'keys'))
      .select(columnsOf.all),
  { one: 'often', many: 'at-length' },
);

const findByIdsSql = new Statement<SecretWithContent, { folderId: string; ids: readonly string[] }>(
  (db, param, isIn) =>
    withVersions(db)
      .where({ 's.folderId': param('folderId'), 's.ownerId': '' })
      .where(isIn('s.id', 'ids'))
      .select(columnsOf.all),
  'at-length',
);

const listTagsSql = new Statement<SecretTagRow, { secretIds: readonly string[] }>((db, _param, isIn) =>
  db('secret_tags as st')
    .join('project_tags as t', 't.id', 'st.tagId')
    .where(isIn('st.secretId', 'secretIds'))
    .orderBy('t.slug')
    .select('st.secretId', 't.id', 't.slug', 't.color'),
);

export class SecretStore extends Store {
  /** Lists the shared secrets of these folders and the owner's personal ones, in no particular order. */
  listIn(folderIds: readonly string[], owner: Owner, extent: Extent): Promise<SecretWithContent[]> {
    return this.db.read(listSqlOf[extent], { folderIds, owner });
  }

  /** Finds the secrets of these names that exist: the shared ones, or the owner's. */
  findByKeys(
    folderId: string,
    keys: readonly string[],
    extent: Extent,
    owner: Owner = '',
  ): Promise<SecretWithContent[]> {
    return this.db.read(findSqlOf[extent], { folderId, owner, keys });
  }

  /** Finds the secrets of these names in the folder at that path, with their encrypted columns. */
  findAt(
    projectId: string,
    { environment, path }: { readonly environment: string; readonly path: string },
    keys: readonly string[],
    owner: Owner,
  ): Promise<SecretWithContent[]> {
    return this.db.read(findAtSql, { projectId, environment, path, owner, keys });
  }

  /** Finds the shared secrets of these ids in the folder, with their encrypted columns. */
  findByIds(folderId: string, ids: readonly string[]): Promise<SecretWithContent[]> {
    return this.db.read(findByIdsSql, { folderId, ids });
  }

  /** Finds a version by number of the secret that had the name then; of several, the one that still has it. */
  findVersion(folderId: string, owner: Owner, key: string, version: number): Promise<PreviousSecret | undefined> {
    return this.db('secrets as s')
      .join('secret_versions as v', 'v.secretId', 's.id')
      .where({ 's.folderId': folderId, 's.ownerId': owner, 'v.key': key, 'v.version': version })
      .orderByRaw('case when ?? = ?? then 0 else 1 end, ?? desc', ['s.key', 'v.key', 's.updatedAt'])
      .first<PreviousSecret | undefined>([...namelessColumns, 'v.key', 's.key as nameNow', ...encryptedColumns]);
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

  /** Returns how many versions the shared secrets of each of these folders have, as far as it has secrets. */
  countVersions(folderIds: readonly string[]): Promise<{ folderId: string; versions: number }[]> {
    return inChunks(folderIds, (part) =>
      this.db('secrets')
        .whereIn('folderId', part)
        .where({ ownerId: '' })
        .groupBy('folderId')
        .select<{ folderId: string; versions: number }[]>('folderId', this.db.raw('sum(version) as versions')),
    );
  }

  /** Lists the tags of these secrets, ordered by slug. */
  tagsOf(secretIds: readonly string[]): Promise<SecretTagRow[]> {
    return inChunks(secretIds, (part) => this.db.read(listTagsSql, { secretIds: part }));
  }

  async insert(secrets: readonly SecretRow[]): Promise<void> {
    bumpDataOf(this.db, secrets);
    await eachChunk(secrets, (part) => this.db.insert('secrets', part));
  }

  /** Updates the versions and times, and with `name` also the names and folders; all secrets must exist. */
  async change(secrets: readonly SecretRow[], what: keyof typeof changing): Promise<void> {
    bumpDataOf(this.db, secrets);
    if (secrets.length === 1 && what === 'content') return this.db.write(changeContentSql, secrets[0]!);
    // An upsert changes many rows in one statement; all exist, so none is inserted.
    const merge = { onConflict: 'id', columns: changing[what] };
    const ordered = secrets.map(tableColumns).sort((one, other) => (one.id < other.id ? -1 : 1));
    await eachChunk(ordered, (part) => this.db.insert('secrets', part, merge));
  }

  /** Makes the secrets those of a rotation, or ordinary ones with null. */
  async setRotation(projectId: string, ids: readonly string[], rotationId: string | null): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db('secrets').whereIn('id', ids).update({ rotationId }));
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

  /** Deletes the secrets, and the personal secrets that override them, but not their versions. */
  async delete(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    await eachChunk(ids, (part) => this.db<SecretRow>('secrets').whereIn('id', part).delete());
  }

  /** Deletes the tags and references of the secrets. */
  async deleteRelations(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    await eachChunk(ids, (part) => this.db.write(deleteTagsSql, { ids: part }));
    await eachChunk(ids, (part) => this.db.write(deleteReferencesSql, { ids: part }));
  }

  /** Of those that have none. */
  async insertTags(
    projectId: string,
    secrets: readonly { readonly id: string; readonly tagIds: readonly string[] }[],
  ): Promise<void> {
    bumpData(this.db, projectId);
    const rows = secrets.flatMap(({ id, tagIds }) => tagIds.map((tagId) => ({ secretId: id, tagId })));
    await eachChunk(rows, (part) => this.db.insert('secret_tags', part));
  }

  /** Of those that have none. Only those to other folders: what depends on its own is in it. */
  async insertReferences(
    secrets: readonly (Pick<SecretRow, 'id' | 'projectId'> & { readonly references: readonly Reference[] })[],
  ): Promise<void> {
    bumpDataOf(this.db, secrets);
    const rows = secrets.flatMap(({ id, projectId, references }) =>
      references
        .filter(({ environment }) => environment !== null)
        .map(({ project: projectSlug = '', projectId: referredProjectId = null, ...target }) => ({
          secretId: id,
          projectId,
          projectSlug,
          referredProjectId,
          ...target,
        })),
    );
    await eachChunk(rows, (part) => this.db.insert('secret_references', part));
  }
}
