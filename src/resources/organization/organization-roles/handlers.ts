import { builtInOrganizationRoles } from '../../../access/organization-roles.ts';
import { userOf } from '../../../access/actor.ts';
import type { Handler } from '../../../contract.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { checkRole } from './rules.ts';
import { changeRole, createRole, removeRole } from './service.ts';
import type { OrganizationRoleRow } from './store.ts';
import { builtInRole, packedRule, roleSummary, roleView } from './view.ts';

export const createOrganizationRole: Handler<'createOrganizationRole'> = async (scope, { body }) => {
  checkRole(body);
  return { role: roleView(await createRole(scope, body)) };
};

const builtInRoles = async ({ access, stores }: Scope): Promise<OrganizationRoleRow[]> => {
  const organization = await stores.organizations.findById(access.organization.id);
  if (!organization) throw notFound('Organization not found.');
  return builtInOrganizationRoles.map((role) => builtInRole(role, organization));
};

export const listOrganizationRoles: Handler<'listOrganizationRoles'> = async (scope) => {
  const custom = await scope.stores.roles.list(scope.access.organization.id);
  return { roles: [...(await builtInRoles(scope)), ...custom].map(roleSummary) };
};

export const getOrganizationRole: Handler<'getOrganizationRole'> = async (scope, { params: { roleId } }) => {
  const custom = await scope.stores.roles.findById(scope.access.organization.id, roleId);
  const role = custom ?? (await builtInRoles(scope)).find(({ id }) => id === roleId);
  if (!role) throw notFound('Role not found.');
  return { role: roleView(role) };
};

export const getOrganizationRoleBySlug: Handler<'getOrganizationRoleBySlug'> = async (scope, { params }) => {
  const custom = await scope.stores.roles.findBySlug(scope.access.organization.id, params.slug);
  const role = custom ?? (await builtInRoles(scope)).find(({ slug }) => slug === params.slug);
  if (!role) throw notFound('Role not found.');
  return { role: roleView(role) };
};

export const updateOrganizationRole: Handler<'updateOrganizationRole'> = async (scope, { params, body }) => {
  checkRole(body);
  return { role: roleView(await changeRole(scope, params.roleId, body)) };
};

export const deleteOrganizationRole: Handler<'deleteOrganizationRole'> = async (scope, { params }) => {
  return { role: roleView(await removeRole(scope, params.roleId)) };
};

export const getOwnOrganizationPermissions: Handler<'getOwnOrganizationPermissions'> = async (scope) => {
  const { access, stores } = scope;
  const membership = await stores.memberships.findOfUser(access.organization.id, userOf(scope).id);
  if (!membership) throw notFound('Organization not found.');
  return {
    permissions: access.rules.map(packedRule),
    memberships: [{ id: membership.id, roles: [{ role: membership.role }] }],
  };
};
