import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** A folder that shows the secrets of another one. */
export interface SecretImportRow {
  id: string;
  /** That of the folder that imports. */
  projectId: string;
  /** The one that imports. */
  folderId: string;
  /** The one that is imported. It may be renamed and moved, and is still imported. */
  sourceFolderId: string;
  /**
   * Of two that have the same name, the higher one counts. Told from 1 without gaps; stored with gaps where an import
   * ended with its source, until the next change of the folder's imports closes them.
   */
  position: number;
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An import with where it is from. */
export interface ImportWithSource extends SecretImportRow {
  sourceProjectId: string;
  sourcePath: string;
  sourceEnvironmentId: string;
  sourceEnvironmentName: string;
  sourceEnvironmentSlug: string;
}

/** Where the folder that imports is. */
export interface ImportingFolder {
  projectId: string;
  folderId: string;
  path: string;
  environmentId: string;
  environmentName: string;
  environmentSlug: string;
}

/** Which folder imports which, by which import. */
export type ImportEdge = Pick<ImportWithSource, 'id' | 'folderId' | 'sourceFolderId' | 'sourceProjectId'>;

const inFolder = new Statement<ImportWithSource, { folderId: string }>((db, param) => {
  const told = db('secret_imports')
    .where({ folderId: param('folderId') })
    .select('id', 'projectId', 'folderId', 'sourceFolderId', 'version', 'createdAt', 'updatedAt')
    .rowNumber('position', 'position');
  return db
    .from(told.as('i'))
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
});

export class SecretImportStore extends Store {
  /** In order, without those from deleted environments, which keep their positions. */
  listIn(folderId: string): Promise<ImportWithSource[]> {
    return this.db.prepared(inFolder, { folderId });
  }

  /** Those of these folders that import something, be it from deleted environments. */
  importingAmong(folderIds: readonly string[]): Promise<string[]> {
    return inChunks(folderIds, (part) =>
      this.db<SecretImportRow>('secret_imports')
        .whereIn('folderId', part)
        .distinct('folderId')
        .pluck<string[]>('folderId'),
    );
  }

  /** One that is in sight. */
  async findIn(folderId: string, id: string): Promise<ImportWithSource | undefined> {
    return (await this.listIn(folderId)).find((row) => row.id === id);
  }

  /** Where that import is, in whichever project of the organization, unless its environment is deleted. */
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

  /** All of these projects, also those to and from deleted environments, which can be restored. */
  listEdges(projectIds: readonly string[]): Promise<ImportEdge[]> {
    return inChunks(projectIds, (part) =>
      this.db('secret_imports as i')
        .join('secret_folders as f', 'f.id', 'i.sourceFolderId')
        .whereIn('i.projectId', part)
        .select<ImportEdge[]>('i.id', 'i.folderId', 'i.sourceFolderId', 'f.projectId as sourceProjectId'),
    );
  }

  /** The ids of all imports of a folder, in order, also of those from deleted environments. */
  orderIn(folderId: string): Promise<string[]> {
    return this.db<SecretImportRow>('secret_imports').where({ folderId }).orderBy('position').pluck('id');
  }

  async insert(row: SecretImportRow): Promise<void> {
    await this.db<SecretImportRow>('secret_imports').insert(row);
  }

  async change(id: string, changes: Pick<SecretImportRow, 'sourceFolderId' | 'version' | 'updatedAt'>): Promise<void> {
    await this.db<SecretImportRow>('secret_imports').where({ id }).update(changes);
  }

  /** Gives the imports of one folder the positions 1, 2, 3 and so on. */
  async arrange(ids: readonly string[]): Promise<void> {
    for (const [index, id] of ids.entries()) {
      const position = index + 1;
      await this.db<SecretImportRow>('secret_imports').where({ id }).whereNot({ position }).update({ position });
    }
  }

  async delete(id: string): Promise<void> {
    await this.db<SecretImportRow>('secret_imports').where({ id }).delete();
  }
}
