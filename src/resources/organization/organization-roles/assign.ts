import type { RoleWithRules } from '../../../access/rule.ts';
import { builtInOrganizationRoles } from '../../../access/organization-roles.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';

/** A role of a membership, with its rules. */
export interface AssignedRole extends RoleWithRules {
  readonly roleId: string | null;
}

/** The built-in role that allows everything. */
export const administrator: AssignedRole = { role: 'admin', roleId: null, permissions: null };

/** Finds a built-in or custom role of the organization by its slug; 404 if there is none. */
export const findRole = async (
  { roles }: Pick<Stores, 'roles'>,
  organizationId: string,
  slug: string,
): Promise<AssignedRole> => {
  if (builtInOrganizationRoles.some((role) => role.slug === slug))
    return { role: slug, roleId: null, permissions: null };
  const custom = await roles.findBySlug(organizationId, slug);
  if (!custom) throw notFound(`This organization has no role "${slug}".`);
  return { role: 'custom', roleId: custom.id, permissions: custom.permissions };
};
