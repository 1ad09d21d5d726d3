import type { Timestamp } from '../../../platform/clock.ts';
import { namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** A key that seals what a project keeps; stored only wrapped by the root key. */
export interface DataKeyRow {
  id: string;
  projectId: string;
  /** The highest one seals; the others only open what is not sealed anew yet. */
  generation: number;
  wrapped: string;
  createdAt: Timestamp;
}

const byId = new Statement<DataKeyRow, { id: string }>((db, param) =>
  db('project_data_keys').where({ id: param('id') }),
);
const sealing = new Statement<DataKeyRow, { projectId: string }>((db, param) =>
  db('project_data_keys')
    .where({ projectId: param('projectId') })
    .orderBy('generation', 'desc')
    .limit(1)
    .forShare(),
);

export class DataKeyStore extends Store {
  async find(id: string): Promise<DataKeyRow | undefined> {
    return (await this.db.prepared(byId, { id }))[0];
  }

  /** The one to seal with, which nobody can delete until the transaction ends. */
  async lockSealing(projectId: string): Promise<DataKeyRow | undefined> {
    return (await this.db.prepared(sealing, { projectId }))[0];
  }

  /** The ids of those of the project that were there before that one. */
  listBefore({ projectId, generation }: DataKeyRow): Promise<string[]> {
    return this.db<DataKeyRow>('project_data_keys')
      .where({ projectId })
      .where('generation', '<', generation)
      .orderBy('id')
      .pluck('id');
  }

  /** The same, which nobody can seal with any more until the transaction ends: whoever was about to has finished. */
  async lockBefore({ projectId, generation }: DataKeyRow): Promise<string[]> {
    const rows = await this.db<DataKeyRow>('project_data_keys')
      .where({ projectId })
      .where('generation', '<', generation)
      .orderBy('id')
      .forUpdate()
      .select('id');
    return rows.map(({ id }) => id);
  }

  /** The root keys that they are wrapped by. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'wrapped', this.db('project_data_keys'));
  }

  /** Only after {@link lockBefore}, and when nothing is sealed with them: what is would be lost. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.db<DataKeyRow>('project_data_keys').whereIn('id', ids).delete();
  }

  /** False if the project has one of that generation already. */
  async insert(key: DataKeyRow): Promise<boolean> {
    return (
      (
        (await this.db('project_data_keys')
          .insert(key)
          .onConflict(['projectId', 'generation'])
          .ignore()
          .returning('id')) as unknown[]
      ).length > 0
    );
  }
}
