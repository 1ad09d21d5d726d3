import type { Timestamp } from '../../../platform/clock.ts';
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

/** A stored private key. */
export interface SealedKey {
  dataKeyId: string;
  sealedKey: string;
}

const findByIdSql = new Statement<DataKeyRow, { id: string }>((db, param) =>
  db('project_data_keys').where({ id: param('id') }),
);
const findSealingSql = new Statement<DataKeyRow, { projectId: string }>(
  (db, param) =>
    db('project_data_keys')
      .where({ projectId: param('projectId') })
      .orderBy('generation', 'desc')
      .limit(1),
  'cached',
);

export class DataKeyStore extends Store {
  async find(id: string): Promise<DataKeyRow | undefined> {
    return (await this.db.read(findByIdSql, { id }))[0];
  }

  /** Finds the key to encrypt with. */
  async findSealing(projectId: string): Promise<DataKeyRow | undefined> {
    return (await this.db.read(findSealingSql, { projectId }))[0];
  }

  /** Lists the ids of the project's keys of earlier generations. */
  listBefore({ projectId, generation }: DataKeyRow): Promise<string[]> {
    return this.db<DataKeyRow>('project_data_keys')
      .where({ projectId })
      .where('generation', '<', generation)
      .orderBy('id')
      .pluck('id');
  }

  /** Lists the ids of the root keys that wrap the data keys. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'wrapped', this.db('project_data_keys'));
  }

  /** Requires that no data is encrypted with the keys: it would be lost. */
  async delete(ids: readonly string[]): Promise<void> {
    this.db.write(this.db<DataKeyRow>('project_data_keys').whereIn('id', ids).delete());
  }

  insert(key: DataKeyRow): void {
    this.db.insert('project_data_keys', [key]);
  }
}
