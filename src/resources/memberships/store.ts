import type { Timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/queries.ts';

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

export class MembershipStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async insert(membership: OrganizationMembershipRow): Promise<void> {
    await this.#db<OrganizationMembershipRow>('organization_memberships').insert(membership);
  }

  findOfUser(organizationId: string, userId: string): Promise<OrganizationMembershipRow | undefined> {
    return this.#db<OrganizationMembershipRow>('organization_memberships').where({ organizationId, userId }).first();
  }
}
