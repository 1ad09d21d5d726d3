import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** This server and all its nodes: one row. */
export interface InstanceRow {
  id: 1;
  rootKeyId: string;
  createdAt: Timestamp;
  bootstrappedAt: Timestamp | null;
}

export class InstanceStore extends Store {
  async isBootstrapped(): Promise<boolean> {
    const row = await this.db<InstanceRow>('instance').where({ id: 1 }).first();
    return row?.bootstrappedAt != null;
  }

  /** True for exactly one caller, ever. */
  async claimBootstrap(now: Timestamp): Promise<boolean> {
    const changed = await this.db<InstanceRow>('instance')
      .where({ id: 1, bootstrappedAt: null })
      .update({ bootstrappedAt: now });
    return changed === 1;
  }

  /** One at a time, for changes that have to look at the whole instance. */
  async lock(): Promise<void> {
    await this.db<InstanceRow>('instance').where({ id: 1 }).forUpdate().first('id');
  }

  /** The root key without which nobody may use the database. */
  async rootKeyId(): Promise<string> {
    return (await this.db<InstanceRow>('instance').where({ id: 1 }).first('rootKeyId'))!.rootKeyId;
  }

  async setRootKeyId(rootKeyId: string): Promise<void> {
    await this.db<InstanceRow>('instance').where({ id: 1 }).update({ rootKeyId });
  }

  /** Fails when the database does not answer. */
  async ping(): Promise<void> {
    await this.db<InstanceRow>('instance').where({ id: 1 }).first('id');
  }
}
