import { grantedBy } from '../../../access/granted-rules.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ForeignKeyViolation, badRequestIfTaken } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { auditedRules } from '../../project/grants/rules.ts';
import { requireUnchanged, roleChanges, toRule } from './rules.ts';
import type { OrganizationRoleRow } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

const refuseTakenSlug = <T>(slug: string | undefined, work: Promise<T>): Promise<T> =>
  badRequestIfTaken(work, `There is a role "${slug}" already. Choose another slug.`);

const recordRole = (
  { audit }: Scope,
  type: string,
  { id, slug, name, permissions }: OrganizationRoleRow,
): Promise<void> =>
  audit.record({ type, metadata: { roleId: id, slug, name, permissions: auditedRules(permissions) } });

export const createRole = async (
  scope: Scope,
  body: Request<'createOrganizationRole'>['body'],
): Promise<OrganizationRoleRow> => {
  const { access, clock, ids } = scope;
  const permissions = body.permissions.map(toRule);
  await access.requirePermissionBoundary(grantedBy([], permissions));
  const now = timestamp(clock.now());
  const role: OrganizationRoleRow = {
    id: ids.uuid(),
    organizationId: access.organization.id,
    slug: body.slug,
    name: body.name,
    description: body.description ?? null,
    permissions,
    createdAt: now,
    updatedAt: now,
  };
  const insertion = scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    await tx.stores.roles.insert(role);
    await recordRole(tx, 'create-org-role', role);
  });
  await refuseTakenSlug(body.slug, insertion);
  return role;
};

/** Only custom roles are stored, so the built-in ones are not found. */
const requireRole = async ({ stores, access }: Scope, id: string): Promise<OrganizationRoleRow> => {
  const role = await stores.roles.findById(access.organization.id, id);
  if (!role) throw notFound('Custom role not found.');
  return role;
};

export const changeRole = async (
  scope: Scope,
  id: string,
  body: Request<'updateOrganizationRole'>['body'],
): Promise<OrganizationRoleRow> => {
  const permissions = body.permissions?.map(toRule);
  const changes = roleChanges({ ...body, permissions });
  const change = scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const role = await requireRole(tx, id);
    requireUnchanged(role, body);
    if (permissions) await tx.access.requirePermissionBoundary(grantedBy(role.permissions, permissions));
    if (Object.keys(changes).length === 0) return role;
    const changed = { ...role, ...changes, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.roles.update(id, { ...changes, updatedAt: changed.updatedAt });
    await recordRole(tx, 'update-org-role', changed);
    return changed;
  });
  return refuseTakenSlug(body.slug, change);
};

const countNoun = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const describeHolders = async ({ stores }: Scope, id: string): Promise<string> => {
  const [members, groups] = await Promise.all([stores.memberships.countWithRole(id), stores.groups.countWithRole(id)]);
  if (groups === 0) return countNoun(members, 'member');
  return members === 0
    ? countNoun(groups, 'group')
    : `${countNoun(members, 'member')} and ${countNoun(groups, 'group')}`;
};

export const removeRole = async (scope: Scope, id: string): Promise<OrganizationRoleRow> => {
  try {
    return await scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
      const role = await requireRole(tx, id);
      await tx.stores.roles.delete(id);
      await recordRole(tx, 'delete-org-role', role);
      return role;
    });
  } catch (error) {
    if (!(error instanceof ForeignKeyViolation)) throw error;
    // The database refuses to delete an assigned role; the counts are only for the message.
    throw badRequest(`This role is assigned to ${await describeHolders(scope, id)}. Give them another role first.`);
  }
};
