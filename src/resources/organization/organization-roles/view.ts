import type { Rule } from '../../../access/rule.ts';
import { actionsOf } from '../../../access/ability.ts';
import type { BuiltInRole } from '../../../access/organization-roles.ts';
import type { Reply } from '../../../contract.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import type { OrganizationRoleRow } from './store.ts';

type Role = Reply<'getOrganizationRole'>['role'];
type RoleSummary = Reply<'listOrganizationRoles'>['roles'][number];
type RoleRule = Role['permissions'][number];
type PackedRule = Reply<'getOwnOrganizationPermissions'>['permissions'][number];

const ruleView = ({ subject, action, conditions, inverted }: Rule): RoleRule => ({
  subject,
  action: [...actionsOf({ action })],
  ...(conditions && { conditions }),
  ...(inverted && { inverted }),
});

export const roleSummary = ({ organizationId, permissions: _, ...role }: OrganizationRoleRow): RoleSummary => ({
  ...role,
  orgId: organizationId,
});

export const roleView = (role: OrganizationRoleRow): Role => ({
  permissions: role.permissions.map(ruleView),
  ...roleSummary(role),
});

/** Builds a built-in role: as old as the organization, and with one rule for each action, as clients expect. */
export const builtInRole = ({ rules, ...role }: BuiltInRole, organization: OrganizationRow): OrganizationRoleRow => ({
  ...role,
  organizationId: organization.id,
  permissions: rules.flatMap(({ subject, action }) =>
    actionsOf({ action }).map((name) => ({ subject, action: [name] })),
  ),
  createdAt: organization.createdAt,
  updatedAt: organization.createdAt,
});

/** Packs a rule in the format of CASL, without trailing zeros. */
export const packedRule = ({ subject, action, conditions, inverted }: Rule): PackedRule => {
  const packed: PackedRule = [actionsOf({ action }).join(','), subject];
  if (inverted) return [...packed, conditions ?? 0, 1];
  return conditions ? [...packed, conditions] : packed;
};
