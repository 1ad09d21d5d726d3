import type { HeldRole } from '../../../access/rule.ts';
import { builtInOrganizationRoles } from '../../../access/organization-roles.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';

/** A role as a membership keeps it, with what it allows. */
export interface AssignedRole extends HeldRole {
  readonly roleId: string | null;
}

/** The built-in role that may do everything. */
export const administrator: AssignedRole = { role: 'admin', roleId: null, permissions: null };

/** The role of that slug in the organization, built-in or custom; 404 when there is none. */
export const findRole = async (
  { roles }: Pick<Stores, 'roles'>,
  organizationId: string,
  slug: string,
): Promise<AssignedRole> => {
  if (builtInOrganizationRoles.some((role) => role.slug === slug))
    return { role: slug, roleId: null, permissions: null };
  const custom = await roles.lockBySlug(organizationId, slug);
  if (!custom) throw notFound(`There is no role "${slug}" in this organization.`);
  return { role: 'custom', roleId: custom.id, permissions: custom.permissions };
};
