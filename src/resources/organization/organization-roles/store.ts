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
    this.db.insert('organization_roles', [role]);
  }

  findById(organizationId: string, id: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, id }).first();
  }

  findBySlug(organizationId: string, slug: string): Promise<OrganizationRoleRow | undefined> {
    return this.db<OrganizationRoleRow>('organization_roles').where({ organizationId, slug }).first();
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
    bumpOrganizationAccess(this.db, 'organization_roles', id);
    this.db.write(this.db<OrganizationRoleRow>('organization_roles').where({ id }).update(changes));
  }

  async delete(id: string): Promise<void> {
    this.db.write(this.db<OrganizationRoleRow>('organization_roles').where({ id }).delete());
  }
}
