import type { Timestamp } from '../../platform/clock.ts';
import { containsText } from '../../platform/db/search.ts';
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

  /** One page of those of every organization, by name, and how many there are on all of them. */
  async searchInstance({ searchTerm, offset, limit }: { searchTerm?: string; offset: number; limit: number }): Promise<{ identities: IdentityRow[]; total: number }> {
    const found = this.db<IdentityRow>('identities').where((query) => {
      if (searchTerm !== undefined) void query.where(containsText(searchTerm, ['"name"']));
    });
    const [count] = await found.clone().count<{ rows: number }[]>({ rows: '*' });
    return { identities: await found.orderBy(['name', 'id']).offset(offset).limit(limit), total: count!.rows };
  }

  /** The identity as it is then; undefined when there is none in any organization. */
  async revokeInstanceAdministrator(id: string, now: Timestamp): Promise<IdentityRow | undefined> {
    await this.db<IdentityRow>('identities').where({ id, isInstanceAdmin: true }).update({ isInstanceAdmin: false, updatedAt: now });
    return this.db<IdentityRow>('identities').where({ id }).first();
  }
}
