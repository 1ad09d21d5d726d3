import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  slug: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface JoinedOrganizationRow extends OrganizationRow {
  role: string;
  joinedAt: Timestamp;
}

export class OrganizationStore extends Store {
  async insert(organization: OrganizationRow): Promise<void> {
    await this.db<OrganizationRow>('organizations').insert(organization);
  }

  findById(id: string): Promise<OrganizationRow | undefined> {
    return this.db<OrganizationRow>('organizations').where({ id }).first();
  }

  async update(id: string, changes: Partial<Pick<OrganizationRow, 'name' | 'slug'>> & Pick<OrganizationRow, 'updatedAt'>): Promise<void> {
    await this.db<OrganizationRow>('organizations').where({ id }).update(changes);
  }

  /** By name. */
  listOfMember(member: { userId: string } | { identityId: string }): Promise<JoinedOrganizationRow[]> {
    return this.db('organizations as o')
      .join('organization_memberships as m', 'm.organizationId', 'o.id')
      .where({ ...member, 'm.isActive': true, 'm.status': 'accepted' })
      .select<JoinedOrganizationRow[]>('o.*', 'm.role', 'm.createdAt as joinedAt')
      .orderBy(['o.name', 'o.id']);
  }
}
