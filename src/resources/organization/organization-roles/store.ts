import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpOrganizationAccess } from '../../project/revisions/store.ts';

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

  /** Locks the role against changes and assignments until the transaction ends. */
  lock(organizationId: string, id: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, id }).forUpdate().first();
  }

  findBySlug(organizationId: string, slug: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, slug }).first();
  }

  /** Locks the role against changes until the transaction ends, so that it can be assigned. */
  lockBySlug(organizationId: string, slug: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, slug }).forShare().first();
  }

  /** Lists the custom roles of an organization, ordered by slug. */
  list(organizationId: string): Promise<OrganizationRoleRow[]> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId }).orderBy('slug');
  }

  /** Updates the role, and invalidates the cached permissions of its holders. */
  async update(
    id: string,
    changes: Partial<Omit<OrganizationRoleRow, 'id' | 'organizationId' | 'createdAt'>>,
  ): Promise<void> {
    await bumpOrganizationAccess(this.db, 'organization_roles', id);
    await this.db<OrganizationRoleRow>('organization_roles').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<OrganizationRoleRow>('organization_roles').where({ id }).delete();
  }
}
