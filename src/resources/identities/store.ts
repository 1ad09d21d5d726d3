import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

/** A machine identity. */
export interface IdentityRow {
  id: string;
  organizationId: string;
  name: string;
  hasDeleteProtection: boolean;
  /** Administers the instance. */
  isInstanceAdmin: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class IdentityStore extends Store {
  async insert(identity: IdentityRow): Promise<void> {
    await this.db<IdentityRow>('identities').insert(identity);
  }

  findById(organizationId: string, id: string): Promise<IdentityRow | undefined> {
    return this.db<IdentityRow>('identities').where({ organizationId, id }).first();
  }
}
