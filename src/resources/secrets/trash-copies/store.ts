import type { Knex } from 'knex';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { eachChunk } from '../../../platform/db/knex/chunks.ts';
import { insertSelect } from '../../../platform/db/knex/insert-select.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData } from '../../project/revisions/store.ts';
import { isBelow, type FolderRow } from '../folders/store.ts';
import type { SecretRow } from '../secrets/store.ts';
import type { Deletion, TrashItemRow } from '../trash/store.ts';

/** Where a folder is restored to. */
export type FolderPlace = Pick<FolderRow, 'parentId' | 'environmentId' | 'name' | 'path'>;

const sameColumns = (alias: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `${alias}.${name}`]));

const secretColumns = [
  'id',
  'projectId',
  'folderId',
  'key',
  'ownerId',
  'sharedId',
  'version',
  'createdAt',
  'updatedAt',
];
const folderColumns = [
  'id',
  'projectId',
  'environmentId',
  'parentId',
  'name',
  'path',
  'description',
  'version',
  'lastSecretModified',
  'createdAt',
  'updatedAt',
];
const importColumns = [
  'id',
  'projectId',
  'folderId',
  'sourceFolderId',
  'position',
  'version',
  'createdAt',
  'updatedAt',
];

const constantColumns = (db: SqlBuilder, values: object): Record<string, Knex.Raw> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, db.raw('?', [value as string])]));

interface SecretDeletion extends Deletion, Record<string, unknown> {
  ids: readonly string[];
}

const deletionColumns = (db: SqlBuilder, param: (name: keyof Deletion) => string): Record<string, Knex.Raw> =>
  Object.fromEntries(
    (['actorType', 'actorId', 'actorName', 'deletedAt', 'expiresAt'] as const).map((name) => [
      name,
      db.raw('?', [param(name)]),
    ]),
  );

const addSecretItemsSql = new Statement<never, SecretDeletion>((db, param, isIn) =>
  insertSelect(
    db,
    'trash_items',
    {
      ...sameColumns('s', ['id', 'projectId', 'folderId', 'ownerId']),
      environmentId: 'f.environmentId',
      kind: db.raw("'secret'"),
      path: 'f.path',
      name: 's.key',
      numberOfSecrets: db.raw('1'),
      ...deletionColumns(db, param),
    },
    db('secrets as s').join('secret_folders as f', 'f.id', 's.folderId').where(isIn('s.id', 'ids')),
  ),
);
const addSecretsSql = (itemId: 's.id' | 's.sharedId') =>
  new Statement<never, { ids: readonly string[] }>((db, _param, isIn) =>
    insertSelect(
      db,
      'trashed_secrets',
      { ...sameColumns('s', secretColumns), itemId },
      db('secrets as s').where(isIn(itemId, 'ids')),
    ),
  );
const addItemsSql = addSecretsSql('s.id');
/** Personal secrets belong to the item of the secret that they override. */
const addOverridesSql = addSecretsSql('s.sharedId');
const addTagsSql = new Statement<never, { ids: readonly string[] }>((db, _param, isIn) =>
  insertSelect(
    db,
    'trashed_secret_tags',
    { secretId: 'st.secretId', tagId: 'st.tagId', slug: 't.slug' },
    db('trashed_secrets as s')
      .join('secret_tags as st', 'st.secretId', 's.id')
      .join('project_tags as t', 't.id', 'st.tagId')
      .where(isIn('s.itemId', 'ids')),
  ),
);

/** Copies deleted secrets and folders into the trash, whose tables reads do not use, and back. */
export class TrashCopyStore extends Store {
  /**
   * Copies the secrets into the trash, each as an item with its tags and personal overrides, before they are deleted;
   * their versions stay where they are.
   */
  async addSecrets(projectId: string, ids: readonly string[], deletion: Deletion): Promise<void> {
    bumpData(this.db, projectId);
    await eachChunk(ids, (part) => {
      this.db.write(addSecretItemsSql, { ...deletion, ids: part });
      this.db.write(addItemsSql, { ids: part });
      this.db.write(addOverridesSql, { ids: part });
      this.db.write(addTagsSql, { ids: part });
    });
  }

  /** Copies the folder into the trash, as one item with everything in it, before it is deleted. */
  async addFolder(folder: FolderRow, numberOfSecrets: number, deletion: Deletion): Promise<void> {
    bumpData(this.db, folder.projectId);
    const { db } = this;
    const itemId = db.raw('?', [folder.id]);
    const item = db('secret_folders as f')
      .join('secret_folders as p', 'p.id', 'f.parentId')
      .where({ 'f.id': folder.id });
    const columns = {
      ...sameColumns('f', ['id', 'projectId', 'environmentId', 'name']),
      folderId: 'f.parentId',
      path: 'p.path',
      ...constantColumns(db, { numberOfSecrets, kind: 'folder', ownerId: '', ...deletion }),
    };
    db.write(insertSelect(db, 'trash_items', columns, item));
    const folders = db('secret_folders as f').where({ id: folder.id }).orWhere(isBelow(folder));
    db.write(insertSelect(db, 'trashed_folders', { ...sameColumns('f', folderColumns), itemId }, folders));
    const inThem = db('trashed_folders').where({ itemId: folder.id }).select('id');
    const secrets = db('secrets as s').whereIn('s.folderId', inThem);
    db.write(insertSelect(db, 'trashed_secrets', { ...sameColumns('s', secretColumns), itemId }, secrets));
    db.write(addTagsSql, { ids: [folder.id] });
    const imports = db('secret_imports as m').whereIn('m.folderId', inThem.clone());
    db.write(insertSelect(db, 'trashed_imports', { ...sameColumns('m', importColumns), itemId }, imports));
  }

  /** Copies the secrets back with their tags that still exist; into that folder with that name, if there is one. */
  async restoreSecrets(
    projectId: string,
    ids: readonly string[],
    at?: Pick<SecretRow, 'folderId' | 'key' | 'updatedAt'>,
  ): Promise<void> {
    bumpData(this.db, projectId);
    const { db } = this;
    const columns = { ...sameColumns('s', secretColumns), ...constantColumns(db, at ?? {}) };
    await eachChunk(ids, (part) => {
      db.write(insertSelect(db, 'secrets', columns, db('trashed_secrets as s').whereIn('s.id', part)));
      const tags = db('trashed_secret_tags as t')
        .join('project_tags as p', 'p.id', 't.tagId')
        .whereIn('t.secretId', part);
      db.write(insertSelect(db, 'secret_tags', { secretId: 't.secretId', tagId: 't.tagId' }, tags));
    });
  }

  /** Copies the folders of the item back, to that place. */
  async restoreFolders({ id, projectId }: TrashItemRow, from: FolderRow, to: FolderPlace): Promise<void> {
    bumpData(this.db, projectId);
    const { db } = this;
    const ofTop = (name: 'parentId' | 'name') =>
      db.raw('case when ?? = ? then ? else ?? end', ['f.id', id, to[name], `f.${name}`]);
    const columns = {
      ...sameColumns('f', folderColumns),
      ...constantColumns(db, { environmentId: to.environmentId }),
      parentId: ofTop('parentId'),
      name: ofTop('name'),
      path: db.raw('? || substr(??, ?)', [to.path, 'f.path', from.path.length + 1]),
    };
    db.write(insertSelect(db, 'secret_folders', columns, db('trashed_folders as f').where({ itemId: id })));
  }

  /** Copies the imports of the item back whose sources exist. */
  async restoreImports({ id, projectId }: TrashItemRow): Promise<void> {
    bumpData(this.db, projectId);
    const { db } = this;
    const imports = db('trashed_imports as m')
      .where({ itemId: id })
      .whereIn('m.sourceFolderId', db('secret_folders').select('id'));
    db.write(insertSelect(db, 'secret_imports', sameColumns('m', importColumns), imports));
  }
}
