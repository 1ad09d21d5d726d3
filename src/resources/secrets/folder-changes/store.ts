import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { eachChunk } from '../../../platform/db/knex/chunks.ts';
import { insertSelect } from '../../../platform/db/knex/insert-select.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** Who made a change. The actor may be deleted meanwhile. */
export interface ChangeActor {
  actorType: 'user' | 'identity' | 'service' | 'platform';
  actorId: string;
  actorName: string;
}

export type SecretChangeKind =
  'secret-deleted' | 'secret-restored' | 'secret-moved-away' | 'secret-moved-here' | 'secret-removed';

export type FolderChangeKind =
  | 'folder-created'
  | 'folder-renamed'
  | 'folder-moved-away'
  | 'folder-moved-here'
  | 'folder-deleted'
  | 'folder-restored'
  | 'folder-removed';

/** A change of the contents of a folder that the versions of its secrets do not show. */
export interface FolderChangeRow extends ChangeActor {
  /** The order of changes with the same time. */
  sequence: number;
  /** One id for all changes of one transaction in one folder, versions of secrets included. */
  changeId: string;
  projectId: string;
  /** The environment of the folder at that time. */
  environmentId: string;
  /** The folder whose contents changed; it may be deleted. */
  folderId: string;
  kind: SecretChangeKind | FolderChangeKind;
  /** The id of the secret or of the folder in that folder. */
  objectId: string;
  name: string;
  /** The other folder of a move. */
  otherFolderId: string | null;
  /** The former name of a renamed folder. */
  otherName: string | null;
  /** The current version of the secret at that time; null for a folder. */
  version: number | null;
  objectCreatedAt: Timestamp;
  createdAt: Timestamp;
}

/** Returns the part of a folder's id that the ids of its changes begin with. */
export const prefixOf = (folderId: string): string => folderId.slice(0, 13);

/** Returns the range of the ids of all changes in the folder, and perhaps of a few in others: from, and below. */
export const changeIdRange = (folderId: string): { from: string; below: string } => ({
  from: `${prefixOf(folderId)}-8`,
  below: `${prefixOf(folderId)}-9`,
});

/** What is the same for several changes. */
export interface ChangeFacts extends ChangeActor, Record<string, unknown> {
  changeId: string;
  otherFolderId: string | null;
  otherName: string | null;
  createdAt: Timestamp;
}

interface ChangeValues extends ChangeFacts {
  kind: SecretChangeKind | FolderChangeKind;
  ids: readonly string[];
}

/** Builds the insertion of one change for each object of the query. */
const insertChanges = (
  db: SqlBuilder,
  param: (name: keyof ChangeValues & string) => string,
  columns: Record<'folderId' | 'environmentId' | 'projectId' | 'objectId' | 'name' | 'objectCreatedAt', string> & {
    version?: string;
  },
  objects: Knex.QueryBuilder,
): Knex.QueryBuilder => {
  const value = (name: keyof ChangeFacts & string) => db.raw('?', [param(name)]);
  return insertSelect(
    db,
    'folder_changes',
    {
      ...columns,
      changeId: value('changeId'),
      kind: value('kind'),
      otherFolderId: value('otherFolderId'),
      otherName: value('otherName'),
      actorType: value('actorType'),
      actorId: value('actorId'),
      actorName: value('actorName'),
      createdAt: value('createdAt'),
    },
    objects,
  );
};

const ofSecret = {
  projectId: 's.projectId',
  objectId: 's.id',
  name: 's.key',
  version: 's.version',
  objectCreatedAt: 's.createdAt',
};
const ofFolder = {
  projectId: 'f.projectId',
  environmentId: 'f.environmentId',
  folderId: 'f.parentId',
  objectId: 'f.id',
  name: 'f.name',
  objectCreatedAt: 'f.createdAt',
};

const insertSecretsSql = new Statement<never, ChangeValues>((db, param, isIn) =>
  insertChanges(
    db,
    param,
    { ...ofSecret, environmentId: 'f.environmentId', folderId: 's.folderId' },
    db('secrets as s').join('secret_folders as f', 'f.id', 's.folderId').where(isIn('s.id', 'ids')),
  ),
);
const insertFoldersSql = new Statement<never, ChangeValues>((db, param, isIn) =>
  insertChanges(db, param, ofFolder, db('secret_folders as f').where(isIn('f.id', 'ids'))),
);

const removeSecretSql = new Statement<never, ChangeValues>((db, param, isIn) =>
  insertChanges(
    db,
    param,
    { ...ofSecret, environmentId: 'i.environmentId', folderId: 'i.folderId' },
    db('trashed_secrets as s')
      .join('trash_items as i', 'i.id', 's.id')
      .where(isIn('s.id', 'ids'))
      .where({ 's.ownerId': '' }),
  ),
);
const removeFolderSql = new Statement<never, ChangeValues>((db, param, isIn) =>
  insertChanges(db, param, ofFolder, db('trashed_folders as f').where(isIn('f.id', 'ids'))),
);

/** The history of folders, as far as the versions of secrets do not contain it. */
export class FolderChangeStore extends Store {
  /** Records a change of these shared secrets, which have to be in the folder whose history it is. */
  async recordSecrets(kind: SecretChangeKind, ids: readonly string[], facts: ChangeFacts): Promise<void> {
    await eachChunk(ids, (part) => this.db.write(insertSecretsSql, { ...facts, kind, ids: part }));
  }

  /** Records that a shared secret or a folder is removed from the trash; it has to be there still. */
  recordRemoval(id: string, kind: 'secret-removed' | 'folder-removed', facts: ChangeFacts): void {
    this.db.write(kind === 'secret-removed' ? removeSecretSql : removeFolderSql, { ...facts, kind, ids: [id] });
  }

  /** Records a change of these folders in their parent folder. */
  async recordFolders(kind: FolderChangeKind, ids: readonly string[], facts: ChangeFacts): Promise<void> {
    await eachChunk(ids, (part) => this.db.write(insertFoldersSql, { ...facts, kind, ids: part }));
  }
}
