import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData } from '../../project/revisions/store.ts';

/** An import: a folder that shows the secrets of another one. */
export interface SecretImportRow {
  id: string;
  /** The project of the importing folder. */
  projectId: string;
  /** The importing folder. */
  folderId: string;
  /** The imported folder; the import survives its renaming and moves. */
  sourceFolderId: string;
  /**
   * Of two secrets with the same name, the one from the higher position is used. Shown from 1 without gaps; stored with
   * gaps after a source was deleted, until the next change of the folder's imports.
   */
  position: number;
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An import with its source folder. */
export interface ImportWithSource extends SecretImportRow {
  sourceProjectId: string;
  sourcePath: string;
  sourceEnvironmentId: string;
  sourceEnvironmentName: string;
  sourceEnvironmentSlug: string;
}

/** The importing folder with its path. */
export interface ImportingFolder {
  projectId: string;
  folderId: string;
  path: string;
  environmentId: string;
  environmentName: string;
  environmentSlug: string;
}

/** The importing and the imported folder of an import. */
export type ImportEdge = Pick<ImportWithSource, 'id' | 'folderId' | 'sourceFolderId' | 'sourceProjectId'>;

const withSources = (db: SqlBuilder, numbered: Knex.QueryBuilder): Knex.QueryBuilder =>
  db
    .from(numbered.as('i'))
    .join('secret_folders as f', 'f.id', 'i.sourceFolderId')
    .join('project_environments as e', 'e.id', 'f.environmentId')
    .whereNull('e.softDeletedAt')
    .orderBy('i.position')
    .select(
      'i.*',
      'f.projectId as sourceProjectId',
      'f.path as sourcePath',
      'e.id as sourceEnvironmentId',
      'e.name as sourceEnvironmentName',
      'e.slug as sourceEnvironmentSlug',
    );
const numberedColumns = ['id', 'projectId', 'folderId', 'sourceFolderId', 'version', 'createdAt', 'updatedAt'];
const listInSql = new Statement<ImportWithSource, { folderId: string }>((db, param) =>
  withSources(
    db,
    db('secret_imports')
      .where({ folderId: param('folderId') })
      .select(numberedColumns)
      .rowNumber('position', 'position'),
  ),
);
const listInEachSql = new Statement<ImportWithSource, { folderIds: readonly string[] }>((db, _param, isIn) =>
  withSources(
    db,
    db('secret_imports')
      .where(isIn('folderId', 'folderIds'))
      .select(numberedColumns)
      .rowNumber('position', 'position', 'folderId'),
  ),
);

export class SecretImportStore extends Store {
  /** Lists the imports in order, except those from deleted environments, which keep their positions. */
  listIn(folderId: string): Promise<ImportWithSource[]> {
    return this.db.read(listInSql, { folderId });
  }

  /** Lists the imports of all these folders in the same way; those of each folder are in order. */
  listInEach(folderIds: readonly string[]): Promise<ImportWithSource[]> {
    return this.db.read(listInEachSql, { folderIds });
  }

  /** Lists the ids of those folders that have imports, including ones from deleted environments. */
  listImporting(folderIds: readonly string[]): Promise<string[]> {
    return inChunks(folderIds, (part) =>
      this.db<SecretImportRow>('secret_imports')
        .whereIn('folderId', part)
        .distinct('folderId')
        .pluck<string[]>('folderId'),
    );
  }

  /** Finds the import, unless its source is in a deleted environment. */
  async findIn(folderId: string, id: string): Promise<ImportWithSource | undefined> {
    return (await this.listIn(folderId)).find((row) => row.id === id);
  }

  /** Finds the folder of the import in any project of the organization, unless its environment is deleted. */
  findFolderOf(organizationId: string, id: string): Promise<ImportingFolder | undefined> {
    return this.db('secret_imports as i')
      .join('secret_folders as f', 'f.id', 'i.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .join('projects as p', 'p.id', 'i.projectId')
      .where({ 'i.id': id, 'p.organizationId': organizationId })
      .whereNull('e.softDeletedAt')
      .first<ImportingFolder | undefined>(
        'i.projectId',
        'i.folderId',
        'f.path',
        'e.id as environmentId',
        'e.name as environmentName',
        'e.slug as environmentSlug',
      );
  }

  /** Lists all imports of these projects, including those to and from deleted environments, which can be restored. */
  listEdges(projectIds: readonly string[]): Promise<ImportEdge[]> {
    return inChunks(projectIds, (part) =>
      this.db('secret_imports as i')
        .join('secret_folders as f', 'f.id', 'i.sourceFolderId')
        .whereIn('i.projectId', part)
        .select<ImportEdge[]>('i.id', 'i.folderId', 'i.sourceFolderId', 'f.projectId as sourceProjectId'),
    );
  }

  /** Lists the ids of all imports of a folder in order, including those from deleted environments. */
  listIdsIn(folderId: string): Promise<string[]> {
    return this.db<SecretImportRow>('secret_imports').where({ folderId }).orderBy('position').pluck('id');
  }

  async insert(row: SecretImportRow): Promise<void> {
    bumpData(this.db, row.projectId);
    this.db.insert('secret_imports', [row]);
  }

  async change(
    { id, projectId }: Pick<SecretImportRow, 'id' | 'projectId'>,
    changes: Pick<SecretImportRow, 'sourceFolderId' | 'version' | 'updatedAt'>,
  ): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db('secret_imports').where({ id }).update(changes));
  }

  /** Stores the positions of the imports of one folder, from 1 without gaps. */
  async arrange(projectId: string, ids: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    for (const [index, id] of ids.entries()) {
      const position = index + 1;
      this.db.write(this.db('secret_imports').where({ id }).whereNot({ position }).update({ position }));
    }
  }

  async delete({ id, projectId }: Pick<SecretImportRow, 'id' | 'projectId'>): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db('secret_imports').where({ id }).delete());
  }
}
