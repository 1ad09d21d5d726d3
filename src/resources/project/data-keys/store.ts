import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** A key that encrypts the data of a project; stored only wrapped by the root key. */
export interface DataKeyRow {
  id: string;
  projectId: string;
  /** The key with the highest generation encrypts; the others only decrypt data that is not re-encrypted yet. */
  generation: number;
  wrapped: string;
  createdAt: Timestamp;
}

const findByIdSql = new Statement<DataKeyRow, { id: string }>((db, param) =>
  db('project_data_keys').where({ id: param('id') }),
);
/** The key to encrypt with. */
export const sealingKeyOf = (db: SqlBuilder, projectId: string): Knex.QueryBuilder =>
  db('project_data_keys').where({ projectId }).orderBy('generation', 'desc').limit(1);
const findSealingSql = new Statement<DataKeyRow, { projectId: string }>(
  (db, param) => sealingKeyOf(db, param('projectId')),
  'cached',
);

export const encryptionLock = (projectId: string): string => `data keys ${projectId}`;

export class DataKeyStore extends Store {
  async find(id: string): Promise<DataKeyRow | undefined> {
    return (await this.db.prepared(findByIdSql, { id }))[0];
  }

  /** Finds the key to encrypt with. */
  async findSealing(projectId: string): Promise<DataKeyRow | undefined> {
    return (await this.db.prepared(findSealingSql, { projectId }))[0];
  }

  /** Finds the key to encrypt with, and locks the project's keys against deletion until the transaction ends. */
  async lockSealing(projectId: string): Promise<DataKeyRow | undefined> {
    this.db.lockNames('shared', encryptionLock(projectId));
    return this.findSealing(projectId);
  }

  /** Lists the ids of the project's keys of earlier generations. */
  listBefore({ projectId, generation }: DataKeyRow): Promise<string[]> {
    return this.db<DataKeyRow>('project_data_keys')
      .where({ projectId })
      .where('generation', '<', generation)
      .orderBy('id')
      .pluck('id');
  }

  /** The same, after waiting for transactions that encrypt with them; until the end, others cannot encrypt. */
  lockBefore(key: DataKeyRow): Promise<string[]> {
    this.db.lockNames('exclusive', encryptionLock(key.projectId));
    return this.listBefore(key);
  }

  /** Lists the ids of the root keys that wrap the data keys. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'wrapped', this.db('project_data_keys'));
  }

  /** Requires {@link lockBefore}, and that no data is encrypted with the keys: it would be lost. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.db<DataKeyRow>('project_data_keys').whereIn('id', ids).delete();
  }

  /** Returns false if the project has a key of that generation already. */
  async insert(key: DataKeyRow): Promise<boolean> {
    return (
      (
        (await this.db<DataKeyRow>('project_data_keys')
          .insert(key)
          .onConflict(['projectId', 'generation'])
          .ignore()
          .returning('id')) as unknown[]
      ).length > 0
    );
  }
}
