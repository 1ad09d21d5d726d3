import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { ProjectRow } from '../../../access/project.ts';
import type { FolderRow } from '../folders/store.ts';
import { columnsOf, type Extent, type Reference } from '../secrets/columns.ts';
import { currentVersion, type Owner, type SecretRow, type SecretWithContent } from '../secrets/store.ts';

/** What permissions depend on, without the content of the secret, and what a personal secret is shown with. */
export type SecretName = Omit<SecretRow, 'projectId'>;

export interface TaggedSecret {
  secretId: string;
  slug: string;
}

const foldersAtSql = new Statement<FolderRow, { environmentIds: readonly string[]; path: string }>((db, param, isIn) =>
  db('secret_folders')
    .where(isIn('environmentId', 'environmentIds'))
    .where({ path: param('path') }),
);
const foldersInSql = new Statement<FolderRow, { parentIds: readonly string[] }>((db, _param, isIn) =>
  db('secret_folders').where(isIn('parentId', 'parentIds')),
);

const lastChangesSql = new Statement<{ projectId: string; at: Timestamp }, { projectIds: readonly string[] }>(
  (db, _param, isIn) =>
    db('secret_folders')
      .where(isIn('projectId', 'projectIds'))
      .whereNotNull('lastSecretModified')
      .groupBy('projectId')
      .select('projectId')
      .max('lastSecretModified as at'),
);

const nameColumns = ['id', 'folderId', 'key', 'ownerId', 'sharedId', 'version', 'createdAt', 'updatedAt'];
const namesSql = new Statement<SecretName, { folderIds: readonly string[]; owner: Owner }>(
  (db, param, isIn) =>
    db('secrets')
      .where(isIn('folderId', 'folderIds'))
      .whereIn('ownerId', ['', param('owner')])
      .select(nameColumns),
  'at-length',
);
const tagsSql = new Statement<TaggedSecret, { folderIds: readonly string[] }>(
  (db, _param, isIn) =>
    db('secrets as s')
      .join('secret_tags as st', 'st.secretId', 's.id')
      .join('project_tags as t', 't.id', 'st.tagId')
      .where(isIn('s.folderId', 'folderIds'))
      .select('st.secretId', 't.slug'),
  'at-length',
);

/** A secret whose value refers to another one, and where it is. */
export interface ReferringRow extends SecretName {
  /** The slug. */
  environment: string;
  path: string;
  /** The name that it refers to. */
  referredKey: string;
}

const withContent = (db: SqlBuilder, extent: Extent): Knex.QueryBuilder =>
  db('secrets as s').join('secret_versions as v', currentVersion).select(columnsOf[extent]);
const contentSql = (extent: Extent) =>
  new Statement<SecretWithContent, { ids: readonly string[] }>(
    (db, _param, isIn) => withContent(db, extent).where(isIn('s.id', 'ids')),
    'at-length',
  );
const contentSqlOf = { 'etag-inputs': contentSql('etag-inputs'), all: contentSql('all') };

/** What secrets are searched for. */
export interface SecretSearch {
  /** Part of the name; empty for all. */
  readonly text: string;
  /** The tags whose secrets are found too, whatever their names. */
  readonly orTagIds: readonly string[];
  /** A secret needs at least one of these tags; undefined if it needs none. */
  readonly tagIds: readonly string[] | undefined;
  /** Whose personal secrets are found. */
  readonly owner: Owner;
}

/** Reads folders and secrets of several environments or projects at once. */
export class DashboardStore extends Store {
  /** Lists the folder of this path of each of the environments that has it. */
  foldersAt(environmentIds: readonly string[], path: string): Promise<FolderRow[]> {
    return this.db.read(foldersAtSql, { environmentIds, path });
  }

  /** Lists the direct children of all these folders. */
  foldersIn(parentIds: readonly string[]): Promise<FolderRow[]> {
    return this.db.read(foldersInSql, { parentIds });
  }

  /** Lists the names of the shared secrets of these folders, and of the owner's personal ones. */
  names(folderIds: readonly string[], owner: Owner): Promise<SecretName[]> {
    return this.db.read(namesSql, { folderIds, owner });
  }

  /** Lists the tags of all secrets of these folders. */
  tagsIn(folderIds: readonly string[]): Promise<TaggedSecret[]> {
    return this.db.read(tagsSql, { folderIds });
  }

  /** Finds the secrets of these ids that exist. */
  secrets(ids: readonly string[], extent: keyof typeof contentSqlOf): Promise<SecretWithContent[]> {
    return this.db.read(contentSqlOf[extent], { ids });
  }

  /** Lists the folder of this path, and all folders below it, of each of the environments. */
  foldersBelow(environmentIds: readonly string[], path: string): Promise<FolderRow[]> {
    const prefix = path === '/' ? '/' : `${path}/`;
    return this.db<FolderRow>('secret_folders')
      .whereIn('environmentId', environmentIds)
      .where((query) => void query.where({ path }).orWhereRaw('substr(??, 1, ?) = ?', ['path', prefix.length, prefix]))
      .select('*');
  }

  /** Finds up to `limit` shared secrets of these folders, and personal ones of the owner. */
  search(
    folderIds: readonly string[],
    { text, orTagIds, tagIds, owner }: SecretSearch,
    limit: number,
  ): Promise<SecretName[]> {
    const tagged = (ids: readonly string[]): Knex.QueryBuilder =>
      this.db('secret_tags').whereIn('tagId', ids).select('secretId');
    const query = this.db('secrets').whereIn('folderId', folderIds).whereIn('ownerId', ['', owner]);
    if (text !== '')
      void query.where((one) => void one.where(containsText(text, ['"key"'])).orWhereIn('id', tagged(orTagIds)));
    if (tagIds) void query.whereIn('id', tagged(tagIds));
    return query.limit(limit).select<SecretName[]>(nameColumns);
  }

  /** Finds shared secrets of other folders of the project whose values refer to these names of a folder, by name. */
  async referringFromElsewhere(
    { id: projectId, slug }: Pick<ProjectRow, 'id' | 'slug'>,
    { environment, path, names }: { environment: string; path: string; names: readonly string[] },
    limit: number,
  ): Promise<ReferringRow[]> {
    return this.db('secret_references as r')
      .join('secrets as s', 's.id', 'r.secretId')
      .join('secret_folders as f', 'f.id', 's.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .where({ 'r.projectId': projectId, 'r.environment': environment, 'r.path': path, 's.ownerId': '' })
      .whereIn('r.projectSlug', ['', slug])
      .whereIn('r.key', names)
      .whereNull('e.softDeletedAt')
      .orderBy(['s.key', 's.id', 'r.key'])
      .limit(limit)
      .select(nameColumns.map((column) => `s.${column}`))
      .select<ReferringRow[]>('e.slug as environment', 'f.path', 'r.key as referredKey');
  }

  /** Finds shared secrets of a folder whose values refer to others of it, by name. */
  referringInFolder(folderId: string, limit: number): Promise<(SecretName & { references: readonly Reference[] })[]> {
    return this.db('secrets as s')
      .join('secret_versions as v', currentVersion)
      .where({ 's.folderId': folderId, 's.ownerId': '' })
      .whereRaw('cast(?? as text) like ?', ['v.references', '%"environment":null%'])
      .orderBy('s.key')
      .limit(limit)
      .select(nameColumns.map((column) => `s.${column}`))
      .select('v.references');
  }

  /** Returns when a secret of each of these projects was last changed; projects without a change are missing. */
  async lastChanges(projectIds: readonly string[]): Promise<Map<string, Timestamp>> {
    const rows = await this.db.read(lastChangesSql, { projectIds });
    return new Map(rows.map(({ projectId, at }) => [projectId, at]));
  }
}
