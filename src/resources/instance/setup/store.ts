import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The instance with all its nodes; the table has one row. */
export interface InstanceRow {
  id: 1;
  rootKeyId: string;
  createdAt: Timestamp;
  bootstrappedAt: Timestamp | null;
  /** Since when leases wait to be revoked until somebody says so; null if they do not. */
  leasesHeldSince: Timestamp | null;
}

export class InstanceStore extends Store {
  async isBootstrapped(): Promise<boolean> {
    const row = await this.db<InstanceRow>('instance').where({ id: 1 }).first();
    return row?.bootstrappedAt != null;
  }

  /** Returns false if the instance has been set up already. */
  async claimBootstrap(now: Timestamp): Promise<boolean> {
    const changed = await this.db<InstanceRow>('instance')
      .where({ id: 1, bootstrappedAt: null })
      .update({ bootstrappedAt: now });
    return changed === 1;
  }

  /** Returns the id of the root key that the server needs to use this database. */
  async rootKeyId(): Promise<string> {
    return (await this.db<InstanceRow>('instance').where({ id: 1 }).first('rootKeyId'))!.rootKeyId;
  }

  async setRootKeyId(rootKeyId: string): Promise<void> {
    this.db.write(this.db<InstanceRow>('instance').where({ id: 1 }).update({ rootKeyId }));
  }

  async leasesHeldSince(): Promise<Timestamp | null> {
    return (await this.db<InstanceRow>('instance').where({ id: 1 }).first('leasesHeldSince'))?.leasesHeldSince ?? null;
  }

  /** Null lets the server revoke leases again. */
  holdLeases(since: Timestamp | null): void {
    this.db.write(this.db<InstanceRow>('instance').where({ id: 1 }).update({ leasesHeldSince: since }));
  }

  /** Throws if the database does not respond. */
  async ping(): Promise<void> {
    await this.db<InstanceRow>('instance').where({ id: 1 }).first('id');
  }
}
