import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData, bumpDataOf, bumpDataWithImporters } from '../../project/revisions/store.ts';

export interface FolderRow {
  /** The root folder has the id of its environment. */
  id: string;
  projectId: string;
  environmentId: string;
  /** Null for the root. */
  parentId: string | null;
  name: string;
  /** The full path: `/` for the root, `/a/b` for the folder b in a. */
  path: string;
  description: string | null;
  /** Counts the changes of the folder itself, from 1. */
  version: number;
  lastSecretModified: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A folder with its environment. */
export interface FolderInEnvironmentRow extends FolderRow {
  environmentName: string;
  environmentSlug: string;
}

/** A folder with its path and the slug of its environment. */
export interface FolderWithPath {
  readonly id: string;
  readonly environment: string;
  readonly path: string;
}

/** A folder that imports another one or refers to it. */
export interface DependentFolder extends FolderWithPath {
  readonly projectId: string;
  /** The id of the imported folder, or `environment:path` of the folder that a value refers to. */
  readonly shows: string;
}

const maxReferring = 1000;

/** A folder and all folders below it. */
export type Subtree = Pick<FolderRow, 'environmentId' | 'path'>;

const findAtSql = new Statement<FolderRow, { projectId: string; environment: string; path: string }>(
  (db, param) =>
    db('project_environments as e')
      .join('secret_folders as f', 'f.environmentId', 'e.id')
      .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment'), 'f.path': param('path') })
      .whereNull('e.softDeletedAt')
      .select('f.*'),
  'cached',
);
const touchSql = new Statement<never, { ids: readonly string[]; at: Timestamp }>((db, param, isIn) =>
  db('secret_folders')
    .where(isIn('id', 'ids'))
    .update({ lastSecretModified: param('at') }),
);

const findByPathSql = new Statement<FolderRow, Subtree & Record<string, unknown>>((db, param) =>
  db('secret_folders').where({ environmentId: param('environmentId'), path: param('path') }),
);

/** Compares prefixes instead of using LIKE, in which the `_` of a path would be a wildcard. */
export const isBelow =
  ({ environmentId, path }: Subtree) =>
  (query: Knex.QueryBuilder): void => {
    const prefix = path === '/' ? '/' : `${path}/`;
    void query
      .where({ environmentId })
      .whereNotNull('parentId')
      .whereRaw('substr(??, 1, ?) = ?', ['path', prefix.length, prefix]);
  };

const dependentsSql = (
  db: SqlBuilder,
  projectId: string,
  { ids, folderRefs }: { ids: readonly string[]; folderRefs: [string, string][] },
): Knex.QueryBuilder => {
  const target = (alias: string) => db.raw(`??.?? || ':' || ??.?? as shows`, [alias, 'environment', alias, 'path']);
  const importing = db('secret_imports').whereIn('sourceFolderId', ids).select('folderId', 'sourceFolderId as shows');
  const referring = db('secret_references as r')
    .join('secrets as s', 's.id', 'r.secretId')
    .where({ 'r.projectId': projectId, 'r.projectSlug': '' })
    .whereIn(['r.environment', 'r.path'], folderRefs)
    .select('s.folderId', target('r'));
  const bySlug = db('projects as p')
    .join(
      'secret_references as x',
      (join) => void join.on('x.projectSlug', 'p.slug').andOn('x.referredProjectId', 'p.id'),
    )
    .join('secrets as s', 's.id', 'x.secretId')
    .where({ 'p.id': projectId })
    .whereIn(['x.environment', 'x.path'], folderRefs)
    .limit(maxReferring)
    .select('s.folderId', target('x'));
  return db
    .from(importing.union([referring, db.from(bySlug.as('y')).select('folderId', 'shows')]).as('d'))
    .join('secret_folders as f', 'f.id', 'd.folderId')
    .join('project_environments as e', 'e.id', 'f.environmentId')
    .whereNull('e.softDeletedAt')
    .select('f.id', 'f.projectId', 'e.slug as environment', 'f.path', 'd.shows');
};
const dependentsOfOneSql = new Statement<
  DependentFolder,
  { projectId: string; id: string; environment: string; path: string }
>((db, param) =>
  dependentsSql(db, param('projectId'), {
    ids: [param('id')],
    folderRefs: [[param('environment'), param('path')]],
  }),
);

export class FolderStore extends Store {
  async insert(folders: readonly FolderRow[]): Promise<void> {
    bumpDataOf(this.db, folders);
    this.db.insert('secret_folders', folders);
  }

  /** Inserts the root folder of a new environment. */
  async insertRoot({
    id,
    projectId,
    createdAt,
  }: {
    id: string;
    projectId: string;
    createdAt: Timestamp;
  }): Promise<void> {
    const root = {
      id,
      projectId,
      environmentId: id,
      parentId: null,
      name: 'root',
      path: '/',
      description: null,
      version: 1,
      lastSecretModified: null,
    };
    await this.insert([{ ...root, createdAt, updatedAt: createdAt }]);
  }

  /** Finds the folder by the environment's slug and its path, unless the environment is deleted. */
  async findAt(
    projectId: string,
    { environment, path }: { environment: string; path: string },
  ): Promise<FolderRow | undefined> {
    return (await this.db.read(findAtSql, { projectId, environment, path }))[0];
  }

  async findByPath(environmentId: string, path: string): Promise<FolderRow | undefined> {
    return (await this.db.read(findByPathSql, { environmentId, path }))[0];
  }

  /** Lists the folders of these paths that exist. */
  listByPaths(environmentId: string, paths: readonly string[]): Promise<FolderRow[]> {
    return inChunks(paths, (part) =>
      this.db<FolderRow>('secret_folders').where({ environmentId }).whereIn('path', part),
    );
  }

  findById(projectId: string, id: string): Promise<FolderRow | undefined> {
    return this.db<FolderRow>('secret_folders').where({ projectId, id }).first();
  }

  /** Finds the folder in any project of the organization, unless its environment is deleted. */
  findInOrganization(organizationId: string, id: string): Promise<FolderInEnvironmentRow | undefined> {
    return this.db('secret_folders as f')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .join('projects as p', 'p.id', 'f.projectId')
      .where({ 'f.id': id, 'p.organizationId': organizationId })
      .whereNull('e.softDeletedAt')
      .first<FolderInEnvironmentRow | undefined>('f.*', 'e.name as environmentName', 'e.slug as environmentSlug');
  }

  /** Lists the direct children of the folder. */
  listIn(parentId: string): Promise<FolderRow[]> {
    return this.db<FolderRow>('secret_folders').where({ parentId });
  }

  /** Lists the folders at any depth below the folder. */
  listBelow(folder: Subtree): Promise<FolderRow[]> {
    return this.db<FolderRow>('secret_folders').where(isBelow(folder)).select('*');
  }

  /**
   * Lists the folders of any project that import one of these folders, or have a secret whose value refers to one,
   * except in deleted environments; once for each dependency. References that name the project are limited, because
   * anybody in the organization can write them.
   */
  listDependents(projectId: string, shown: readonly FolderWithPath[]): Promise<DependentFolder[]> {
    const [first] = shown;
    if (first && shown.length === 1) return this.db.read(dependentsOfOneSql, { projectId, ...first });
    return inChunks(
      shown,
      (part) =>
        dependentsSql(this.db, projectId, {
          ids: part.map(({ id }) => id),
          folderRefs: part.map(({ environment, path }) => [environment, path]),
        }) as Knex.QueryBuilder<object, DependentFolder[]>,
    );
  }

  /** Lists the folder and the folders at any depth below it. */
  listTree(folder: Subtree & Pick<FolderRow, 'id'>): Promise<FolderRow[]> {
    return this.db<FolderRow>('secret_folders').where({ id: folder.id }).orWhere(isBelow(folder)).select('*');
  }

  /** Stores the time of the last change of secrets in these folders. */
  async touch(projectId: string, ids: readonly string[], at: Timestamp): Promise<void> {
    bumpData(this.db, projectId);
    // Once for all changes of the transaction.
    this.db.atEnd(`changes of ${ids.join()}`, (tx) => tx.write(touchSql, { ids, at }));
  }

  async change(
    { id, projectId }: Pick<FolderRow, 'id' | 'projectId'>,
    changes: Partial<Omit<FolderRow, 'id' | 'projectId'>>,
  ): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db('secret_folders').where({ id }).update(changes));
  }

  /** Updates the paths of all folders below, after the folder itself was moved. */
  async relocateBelow(from: Subtree & Pick<FolderRow, 'projectId'>, to: Subtree): Promise<void> {
    bumpData(this.db, from.projectId);
    const path = this.db.raw('? || substr(??, ?)', [to.path, 'path', from.path.length + 1]);
    this.db.write(this.db('secret_folders').where(isBelow(from)).update({ environmentId: to.environmentId, path }));
  }

  /** Deletes the folder and everything below it, but not the versions of the secrets. */
  async delete({ id, projectId }: Pick<FolderRow, 'id' | 'projectId'>): Promise<void> {
    await bumpDataWithImporters(this.db, projectId);
    this.db.write(this.db('secret_folders').where({ id }).delete());
  }
}
