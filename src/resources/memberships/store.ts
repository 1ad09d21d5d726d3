import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

/** A user or an identity in an organization. */
export interface OrganizationMembershipRow {
  id: string;
  organizationId: string;
  userId: string | null;
  identityId: string | null;
  role: string;
  isActive: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class MembershipStore extends Store {
  async insert(membership: OrganizationMembershipRow): Promise<void> {
    await this.db<OrganizationMembershipRow>('organization_memberships').insert(membership);
  }

  findOfUser(organizationId: string, userId: string): Promise<OrganizationMembershipRow | undefined> {
    return this.db<OrganizationMembershipRow>('organization_memberships').where({ organizationId, userId }).first();
  }
}
