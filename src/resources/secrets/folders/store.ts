import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface FolderRow {
  /** Of a root, that of its environment. */
  id: string;
  projectId: string;
  environmentId: string;
  /** Null for the root. */
  parentId: string | null;
  name: string;
  /** All of it: `/` for the root, `/a/b` for the folder b in a. */
  path: string;
  description: string | null;
  /** From 1; counts changes of the folder itself. */
  version: number;
  lastSecretModified: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A folder with what is told of its environment. */
export interface FolderInEnvironmentRow extends FolderRow {
  environmentName: string;
  environmentSlug: string;
}

/** Where a folder is; its environment by the slug. */
export interface FolderWithPath {
  readonly id: string;
  readonly environment: string;
  readonly path: string;
}

/** A folder that shows something of another one. */
export interface DependentFolder extends FolderWithPath {
  readonly projectId: string;
  /** What it shows: the id of the folder that it imports, or `environment:path` of the one that a value refers to. */
  readonly shows: string;
}

const maxReferring = 1000;

/** A folder, and all below it. */
export type Subtree = Pick<FolderRow, 'environmentId' | 'path'>;

const atPlace = new Statement<FolderRow, { projectId: string; environment: string; path: string }>(
  (db, param) =>
    db('project_environments as e')
      .join('secret_folders as f', 'f.environmentId', 'e.id')
      .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment'), 'f.path': param('path') })
      .whereNull('e.softDeletedAt')
      .select('f.*'),
  'kept',
);
const touched = new Statement<never, { id: string; at: Timestamp }>((db, param) =>
  db('secret_folders')
    .where({ id: param('id') })
    .update({ lastSecretModified: param('at') }),
);
const locked = new Statement<FolderRow, { id: string }>((db, param) =>
  db('secret_folders')
    .where({ id: param('id') })
    .forNoKeyUpdate(),
);

const byPath = new Statement<FolderRow, Subtree & Record<string, unknown>>((db, param) =>
  db('secret_folders').where({ environmentId: param('environmentId'), path: param('path') }),
);

/** Paths are compared as they are, for `_` is a letter in them and a wildcard in LIKE. */
const below =
  ({ environmentId, path }: Subtree) =>
  (query: Knex.QueryBuilder): void => {
    const prefix = path === '/' ? '/' : `${path}/`;
    void query
      .where({ environmentId })
      .whereNotNull('parentId')
      .whereRaw('substr(??, 1, ?) = ?', ['path', prefix.length, prefix]);
  };

export class FolderStore extends Store {
  async insert(folders: readonly FolderRow[]): Promise<void> {
    await this.db<FolderRow>('secret_folders').insert([...folders]);
  }

  /** What every environment begins with. */
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

  /** By the environment's slug; none in a deleted one. */
  async findAt(
    projectId: string,
    { environment, path }: { environment: string; path: string },
  ): Promise<FolderRow | undefined> {
    return (await this.db.prepared(atPlace, { projectId, environment, path }))[0];
  }

  async findByPath(environmentId: string, path: string): Promise<FolderRow | undefined> {
    return (await this.db.prepared(byPath, { environmentId, path }))[0];
  }

  /** Those of these paths that there are. */
  listByPaths(environmentId: string, paths: readonly string[]): Promise<FolderRow[]> {
    return inChunks(paths, (part) =>
      this.db<FolderRow>('secret_folders').where({ environmentId }).whereIn('path', part),
    );
  }

  findById(projectId: string, id: string): Promise<FolderRow | undefined> {
    return this.db<FolderRow>('secret_folders').where({ projectId, id }).first();
  }

  /** In whichever project of the organization, unless its environment is deleted. */
  findInOrganization(organizationId: string, id: string): Promise<FolderInEnvironmentRow | undefined> {
    return this.db('secret_folders as f')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .join('projects as p', 'p.id', 'f.projectId')
      .where({ 'f.id': id, 'p.organizationId': organizationId })
      .whereNull('e.softDeletedAt')
      .first<FolderInEnvironmentRow | undefined>('f.*', 'e.name as environmentName', 'e.slug as environmentSlug');
  }

  /** Directly in that folder. */
  listIn(parentId: string): Promise<FolderRow[]> {
    return this.db<FolderRow>('secret_folders').where({ parentId });
  }

  /** At any depth below that folder. */
  listBelow(folder: Subtree): Promise<FolderRow[]> {
    return this.db<FolderRow>('secret_folders').where(below(folder)).select('*');
  }

  /**
   * The folders of any project that import one of these folders of a project, or have a secret whose value refers to
   * one; without those of deleted environments. One that shows several of them is there several times. Of the
   * references that name the project, which anybody in the organization may write, only so many are looked at.
   */
  listDependents(projectId: string, shown: readonly FolderWithPath[]): Promise<DependentFolder[]> {
    return inChunks(shown, (part) => {
      const places = part.map(({ environment, path }) => [environment, path]);
      const target = (alias: string) =>
        this.db.raw(`??.?? || ':' || ??.?? as shows`, [alias, 'environment', alias, 'path']);
      const importing = this.db('secret_imports')
        .whereIn(
          'sourceFolderId',
          part.map(({ id }) => id),
        )
        .select('folderId', 'sourceFolderId as shows');
      const referring = this.db('secret_references as r')
        .join('secrets as s', 's.id', 'r.secretId')
        .where({ 'r.projectId': projectId, 'r.projectSlug': '' })
        .whereIn(['r.environment', 'r.path'], places)
        .select('s.folderId', target('r'));
      const bySlug = this.db('projects as p')
        .join('secret_references as x', 'x.projectSlug', 'p.slug')
        .join('secrets as s', 's.id', 'x.secretId')
        .join(
          'projects as q',
          (join) => void join.on('q.id', 'x.projectId').andOn('q.organizationId', 'p.organizationId'),
        )
        .where({ 'p.id': projectId })
        .whereIn(['x.environment', 'x.path'], places)
        .limit(maxReferring)
        .select('s.folderId', target('x'));
      return this.db
        .from(importing.union([referring, this.db.from(bySlug.as('y')).select('folderId', 'shows')]).as('d'))
        .join('secret_folders as f', 'f.id', 'd.folderId')
        .join('project_environments as e', 'e.id', 'f.environmentId')
        .whereNull('e.softDeletedAt')
        .select<DependentFolder[]>('f.id', 'f.projectId', 'e.slug as environment', 'f.path', 'd.shows');
    });
  }

  /**
   * Nobody else makes, moves, renames or deletes folders of these environments until the transaction ends; the number
   * of those that are still there.
   */
  async lockRoots(environmentIds: readonly string[]): Promise<number> {
    // In one order for everybody, so that no two wait for each other.
    return (
      await this.db<FolderRow>('secret_folders').whereIn('id', environmentIds).orderBy('id').forUpdate().pluck('id')
    ).length;
  }

  /** Nobody else changes these, or the secrets in them, until the transaction ends; those that are still there. */
  lock(ids: readonly string[]): Promise<FolderRow[]> {
    if (ids.length === 1) return this.db.prepared(locked, { id: ids[0]! });
    // In one order for everybody, so that no two wait for each other.
    return this.db<FolderRow>('secret_folders').whereIn('id', ids).orderBy('id').forNoKeyUpdate();
  }

  /**
   * The folder and all below it. Nobody else changes them, or what is in them, until the transaction ends: not their
   * secrets, and not their imports, which look for the row of their folder when they come to be. The environment's root
   * has to be locked.
   */
  lockTree(folder: Subtree & Pick<FolderRow, 'id'>): Promise<FolderRow[]> {
    // In one order for everybody, so that no two wait for each other.
    return this.db<FolderRow>('secret_folders')
      .where({ id: folder.id })
      .orWhere(below(folder))
      .orderBy('id')
      .forUpdate()
      .select('*');
  }

  /** Remembers that secrets in these were changed. */
  async touch(ids: readonly string[], at: Timestamp): Promise<void> {
    if (ids.length === 1) await this.db.prepared(touched, { id: ids[0]!, at });
    else await this.db<FolderRow>('secret_folders').whereIn('id', ids).update({ lastSecretModified: at });
  }

  async change(id: string, changes: Partial<Omit<FolderRow, 'id' | 'projectId'>>): Promise<void> {
    await this.db<FolderRow>('secret_folders').where({ id }).update(changes);
  }

  /** Gives everything below the folder its new place, after the folder itself went from the one to the other. */
  async relocateBelow(from: Subtree, to: Subtree): Promise<void> {
    const path = this.db.raw('? || substr(??, ?)', [to.path, 'path', from.path.length + 1]);
    await this.db('secret_folders').where(below(from)).update({ environmentId: to.environmentId, path });
  }

  /** With everything below it. */
  async delete(id: string): Promise<void> {
    await this.db<FolderRow>('secret_folders').where({ id }).delete();
  }
}
