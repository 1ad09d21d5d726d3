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

/** An identity with its organization, as a login needs them. */
export interface TokenOwner {
  id: string;
  name: string;
  organizationId: string;
  organizationSlug: string;
  membershipId: string;
  isActive: boolean;
}

export class IdentityStore extends Store {
  async insert(identity: IdentityRow): Promise<void> {
    await this.db<IdentityRow>('identities').insert(identity);
  }

  findById(organizationId: string, id: string): Promise<IdentityRow | undefined> {
    return this.db<IdentityRow>('identities').where({ organizationId, id }).first();
  }

  findOwner(id: string): Promise<TokenOwner | undefined> {
    return this.db('identities as i')
      .join('organizations as o', 'o.id', 'i.organizationId')
      .join('organization_memberships as m', 'm.identityId', 'i.id')
      .where('i.id', id)
      .first<TokenOwner | undefined>('i.id', 'i.name', 'i.organizationId', 'o.slug as organizationSlug', 'm.id as membershipId', 'm.isActive');
  }
}
