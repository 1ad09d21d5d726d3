import type { Timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/queries.ts';

/** A machine identity. */
export interface IdentityRow {
  id: string;
  organizationId: string;
  name: string;
  /** Administers the instance. */
  isInstanceAdmin: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class IdentityStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async insert(identity: IdentityRow): Promise<void> {
    await this.#db<IdentityRow>('identities').insert(identity);
  }
}
