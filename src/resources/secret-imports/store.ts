import type { Timestamp } from '../../platform/clock.ts';
import { Statement } from '../../platform/db/queries.ts';
import { Store } from '../../platform/db/store.ts';

/** A folder that shows the secrets of another one. */
export interface SecretImportRow {
  id: string;
  projectId: string;
  /** The one that imports. */
  folderId: string;
  /** The one that is imported. It may be renamed and moved, and is still imported. */
  sourceFolderId: string;
  /** From 1, without gaps; of two that have the same name, the higher one counts. */
  position: number;
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An import with where it is from. */
export interface PlacedImport extends SecretImportRow {
  sourcePath: string;
  sourceEnvironmentId: string;
  sourceEnvironmentName: string;
  sourceEnvironmentSlug: string;
}

const inFolder = new Statement<PlacedImport, { folderId: string }>((db, param) =>
  db('secret_imports as i')
    .join('secret_folders as f', 'f.id', 'i.sourceFolderId')
    .join('project_environments as e', 'e.id', 'f.environmentId')
    .where({ 'i.folderId': param('folderId') })
    .whereNull('e.softDeletedAt')
    .orderBy('i.position')
    .select('i.*', 'f.path as sourcePath', 'e.id as sourceEnvironmentId', 'e.name as sourceEnvironmentName', 'e.slug as sourceEnvironmentSlug'),
);

export class SecretImportStore extends Store {
  /** In order, without those from deleted environments. */
  listIn(folderId: string): Promise<PlacedImport[]> {
    return this.db.prepared(inFolder, { folderId });
  }

  /** The folders that import that one directly. */
  foldersImporting(sourceFolderId: string): Promise<string[]> {
    return this.db<SecretImportRow>('secret_imports').where({ sourceFolderId }).distinct('folderId').pluck('folderId');
  }
}
