import { grantedBy } from '../../../access/granted-rules.ts';
import { organizationRules } from '../../../access/organization-roles.ts';
import { requireRenamingInProjects, subjectsWithCondition } from '../../../access/renaming.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { freeSlug } from '../../../platform/slug.ts';
import type { Scope } from '../../../scope.ts';
import { requireMayChangeProvider } from '../../identity/single-sign-on/guard.ts';
import { findRole } from '../organization-roles/assign.ts';
import { requireBoundaryForDeleting } from './boundary.ts';
import { findGroup } from './guard.ts';
import type { GroupRow } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

const refuseTakenSlug = <T>(slug: string | undefined, work: Promise<T>): Promise<T> =>
  badRequestIfTaken(work, `There is a group "${slug}" already. Choose another slug.`);

const generatedSlug = (
  { groups }: Scope['stores'],
  ids: Scope['ids'],
  organizationId: string,
  name: string,
): Promise<string> =>
  freeSlug(
    name,
    { noun: 'group', shortest: 5, longest: 255 },
    (slugs) => groups.takenSlugs(organizationId, slugs),
    () => ids.slugSuffix(),
  );

export const createGroupWithRole = async (scope: Scope, body: Request<'createGroup'>['body']): Promise<GroupRow> => {
  const { access, clock, ids } = scope;
  if (body.role !== 'no-access') access.require('grant-privileges', 'groups');
  const providerGroupName = body.providerGroupName?.trim() ?? null;
  if (providerGroupName !== null) await requireMayChangeProvider(scope);
  const now = timestamp(clock.now());
  const name = body.name.trim();
  const creation = scope.transaction(ofOrganization(scope.access.organization.id), async ({ stores, audit }) => {
    const assigned = await findRole(stores, access.organization.id, body.role);
    await access.requirePermissionBoundary(organizationRules(assigned));
    const { role, roleId } = assigned;
    const slug = body.slug ?? (await generatedSlug(stores, ids, access.organization.id, name));
    const group = {
      id: ids.uuid(),
      organizationId: access.organization.id,
      name,
      slug,
      role,
      roleId,
      providerGroupName,
      createdAt: now,
      updatedAt: now,
    };
    await stores.groups.insert(group);
    await audit.record({
      type: 'create-group',
      metadata: { groupId: group.id, name, slug, role: body.role, providerGroupName },
    });
    return group;
  });
  return refuseTakenSlug(body.slug, creation);
};

export const changeGroup = async (
  scope: Scope,
  id: string,
  input: Request<'updateGroup'>['body'],
): Promise<GroupRow> => {
  const change = scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const { access, stores, clock, audit } = tx;
    const group = await findGroup(tx, id);
    const currentRole = group.customRoleSlug ?? group.role;
    const { slug = group.slug, role = currentRole } = input;
    const name = input.name?.trim() ?? group.name;
    const providerGroupName =
      input.providerGroupName === undefined ? group.providerGroupName : (input.providerGroupName?.trim() ?? null);
    const isNewAtProvider = providerGroupName !== group.providerGroupName;
    // Rules of projects may refer to the name, so changing it can change who may manage the group there.
    if (role !== currentRole || name !== group.name) access.require('grant-privileges', 'groups');
    if (isNewAtProvider) await requireMayChangeProvider(tx);
    if (name === group.name && slug === group.slug && role === currentRole && !isNewAtProvider) return group;

    if (name !== group.name)
      await requireRenamingInProjects(tx, {
        field: 'groupName',
        subjects: subjectsWithCondition('groupName'),
        before: group.name,
        after: name,
      });
    const assigned = role === currentRole ? group : await findRole(stores, group.organizationId, role);
    if (role !== currentRole) {
      // The former role is taken from the members.
      await access.requirePermissionBoundary(organizationRules(group));
      await access.requirePermissionBoundary(grantedBy(organizationRules(group), organizationRules(assigned)));
    }
    const { role: builtInRole, roleId } = assigned;
    const updatedAt = timestamp(clock.now());
    const changes = { name, slug, role: builtInRole, roleId, providerGroupName, updatedAt };
    await stores.groups.update(id, changes);
    await audit.record({ type: 'update-group', metadata: { groupId: id, name, slug, role, providerGroupName } });
    return { ...group, ...changes };
  });
  return refuseTakenSlug(input.slug, change);
};

export const removeGroup = (scope: Scope, id: string): Promise<GroupRow> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const group = await findGroup(tx, id);
    await requireBoundaryForDeleting(tx, group);
    await tx.stores.groups.delete(id);
    await tx.audit.record({ type: 'delete-group', metadata: { groupId: id, name: group.name, slug: group.slug } });
    return group;
  });
