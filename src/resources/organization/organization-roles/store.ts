import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** A custom role of an organization. */
export interface OrganizationRoleRow {
  id: string;
  organizationId: string;
  slug: string;
  name: string;
  description: string | null;
  permissions: readonly Rule[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class RoleStore extends Store {
  async insert(role: OrganizationRoleRow): Promise<void> {
    await this.db<OrganizationRoleRow>('organization_roles').insert(role);
  }

  findById(organizationId: string, id: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, id }).first();
  }

  /** Nobody else changes or hands out the role until the transaction ends. */
  lock(organizationId: string, id: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, id }).forUpdate().first();
  }

  findBySlug(organizationId: string, slug: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, slug }).first();
  }

  /** Stays as it is until the transaction is over, so that it can be handed out. */
  lockBySlug(organizationId: string, slug: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, slug }).forShare().first();
  }

  /** By slug. */
  list(organizationId: string): Promise<OrganizationRoleRow[]> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId }).orderBy('slug');
  }

  /** Whatever was remembered of what its holders may do is forgotten. */
  async update(
    id: string,
    changes: Partial<Omit<OrganizationRoleRow, 'id' | 'organizationId' | 'createdAt'>>,
  ): Promise<void> {
    const owner = this.db<OrganizationRoleRow>('organization_roles').where({ id }).select('organizationId');
    await this.db('organizations').whereIn('id', owner).increment('accessRevision', 1);
    await this.db<OrganizationRoleRow>('organization_roles').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<OrganizationRoleRow>('organization_roles').where({ id }).delete();
  }
}
