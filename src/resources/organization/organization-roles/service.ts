import { grantedBy } from '../../../access/granted-rules.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ForeignKeyViolation, orTaken } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { auditedRules } from '../../project/grants/rules.ts';
import { roleChanges } from './changes.ts';
import { toRule } from './rules.ts';
import type { OrganizationRoleRow } from './store.ts';

const orSlugIsTaken = <T>(slug: string | undefined, work: Promise<T>): Promise<T> =>
  orTaken(work, `There is a role "${slug}" already. Choose another slug.`);

const recordOf = (
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
  await access.requireCover(grantedBy([], permissions));
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
  const insertion = scope.transaction(async (tx) => {
    await tx.stores.roles.insert(role);
    await recordOf(tx, 'create-org-role', role);
  });
  await orSlugIsTaken(body.slug, insertion);
  return role;
};

/** Only custom roles are stored, so the built-in ones are not found. */
const lockRole = async ({ stores, access }: Scope, id: string): Promise<OrganizationRoleRow> => {
  const role = await stores.roles.lock(access.organization.id, id);
  if (!role) throw notFound('There is no such custom role.');
  return role;
};

export const changeRole = async (
  scope: Scope,
  id: string,
  body: Request<'updateOrganizationRole'>['body'],
): Promise<OrganizationRoleRow> => {
  const permissions = body.permissions?.map(toRule);
  const changes = roleChanges({ ...body, permissions });
  const change = scope.transaction(async (tx) => {
    const role = await lockRole(tx, id);
    if (permissions) await tx.access.requireCover(grantedBy(role.permissions, permissions));
    if (Object.keys(changes).length === 0) return role;
    const changed = { ...role, ...changes, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.roles.update(id, { ...changes, updatedAt: changed.updatedAt });
    await recordOf(tx, 'update-org-role', changed);
    return changed;
  });
  return orSlugIsTaken(body.slug, change);
};

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const holdersOf = async ({ stores }: Scope, id: string): Promise<string> => {
  const members = await stores.memberships.countWithRole(id);
  const groups = await stores.groups.countWithRole(id);
  if (groups === 0) return counted(members, 'member');
  return members === 0 ? counted(groups, 'group') : `${counted(members, 'member')} and ${counted(groups, 'group')}`;
};

export const removeRole = async (scope: Scope, id: string): Promise<OrganizationRoleRow> => {
  try {
    return await scope.transaction(async (tx) => {
      const role = await lockRole(tx, id);
      await tx.stores.roles.delete(id);
      await recordOf(tx, 'delete-org-role', role);
      return role;
    });
  } catch (error) {
    if (!(error instanceof ForeignKeyViolation)) throw error;
    // The database itself refuses, so that nobody can be given the role while it goes; the numbers are for the reader.
    throw badRequest(`This role is assigned to ${await holdersOf(scope, id)}. Give them another role first.`);
  }
};
