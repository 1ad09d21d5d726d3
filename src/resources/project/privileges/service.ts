import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import { valuesOf } from '../../../access/abilities.ts';
import { timestamp } from '../../../platform/clock.ts';
import { orTaken } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { auditedRules, toProjectRule } from '../grants/rules.ts';
import { findHolder, findPrivilege, type PrivilegeTarget, type PrivilegeName } from './find.ts';
import { requireChangeable, requireDeletable, requireGrantable, type PrivilegeRecipient } from './grant.ts';
import type { Member, OwnMembership } from './member.ts';
import type { PrivilegeRow } from './store.ts';

export interface NewPrivilege {
  /** One is made up if this is undefined. */
  readonly slug: string | undefined;
  readonly permissions: readonly Rule[];
  readonly period: Period;
}

/** What is undefined stays as it is; the period perhaps changes only in part. */
export interface PrivilegeChanges {
  readonly slug: string | undefined;
  readonly permissions: readonly Rule[] | undefined;
  readonly period: ((held: Period) => Period) | undefined;
}

const orSlugIsTaken = <T>({ noun }: Member, slug: string | undefined, work: Promise<T>): Promise<T> =>
  orTaken(work, `This ${noun} has a privilege "${slug}" in the project already. Choose another slug.`);

const record = (
  { audit }: Scope,
  change: 'create' | 'update' | 'delete',
  { project, member }: PrivilegeTarget,
  privilege: PrivilegeRow,
): Promise<void> => {
  const { id, slug, isTemporary, temporaryAccessStartTime, temporaryAccessEndTime, permissions } = privilege;
  return audit.record({
    type: `${change}-${member.privilege}`,
    metadata: {
      ...member.audited,
      privilegeId: id,
      slug,
      isTemporary,
      ...(isTemporary && { temporaryAccessStartTime, temporaryAccessEndTime }),
      permissions: auditedRules(permissions),
    },
    project: project.project,
  });
};

const recipientOf = async (
  { stores }: Scope,
  { member: { subject, fields } }: PrivilegeTarget,
  { membershipId }: OwnMembership,
): Promise<PrivilegeRecipient> => ({ subject, fields, values: await valuesOf(stores, membershipId) });

/** Every request of the member looks at all of them. */
const maxPerMember = 100;

const refuseTooMany = async ({ stores }: Scope, { noun }: Member, { id }: OwnMembership): Promise<void> => {
  if ((await stores.privileges.count(id)) >= maxPerMember)
    throw badRequest(
      `This ${noun} has ${maxPerMember} additional privileges in the project, which is the limit. Delete one that is not needed.`,
    );
};

export const addPrivilege = async (
  scope: Scope,
  place: PrivilegeTarget,
  { slug = scope.ids.slug(), permissions: written, period }: NewPrivilege,
): Promise<PrivilegeRow> => {
  const permissions = written.map(toProjectRule);
  if (place.project.isCostly(permissions))
    await requireGrantable(place.project, await recipientOf(scope, place, await findHolder(scope, place)), {
      permissions,
      ...period,
    });
  const create = scope.transaction(async (tx) => {
    const holder = await findHolder(tx, place, true);
    const now = timestamp(tx.clock.now());
    const projectMembershipId = holder.id;
    const privilege: PrivilegeRow = {
      id: tx.ids.uuid(),
      projectMembershipId,
      slug,
      permissions,
      ...period,
      createdAt: now,
      updatedAt: now,
    };
    await requireGrantable(place.project, await recipientOf(tx, place, holder), privilege);
    await refuseTooMany(tx, place.member, holder);
    await tx.stores.privileges.insert(holder, privilege);
    await record(tx, 'create', place, privilege);
    return privilege;
  });
  return orSlugIsTaken(place.member, slug, create);
};

const isSame = (one: PrivilegeRow, other: PrivilegeRow): boolean => JSON.stringify(one) === JSON.stringify(other);

export const changePrivilege = async (
  scope: Scope,
  place: PrivilegeTarget,
  name: PrivilegeName,
  { slug, permissions, period }: PrivilegeChanges,
): Promise<PrivilegeRow> => {
  const changed = (before: PrivilegeRow): PrivilegeRow => ({
    ...before,
    ...(slug !== undefined && { slug }),
    ...(permissions && { permissions: permissions.map(toProjectRule) }),
    ...period?.(before),
  });
  if (permissions && place.project.isCostly(permissions)) {
    const holder = await findHolder(scope, place);
    const before = await findPrivilege(scope, holder, name);
    await requireChangeable(scope, place.project, await recipientOf(scope, place, holder), before, changed(before));
  }
  const change = scope.transaction(async (tx) => {
    const holder = await findHolder(tx, place, true);
    const before = await findPrivilege(tx, holder, name);
    const after = changed(before);
    if (isSame(before, after)) return before;
    await requireChangeable(tx, place.project, await recipientOf(tx, place, holder), before, after);
    const updated = { ...after, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.privileges.update(holder, updated);
    await record(tx, 'update', place, updated);
    return updated;
  });
  return orSlugIsTaken(place.member, slug, change);
};

export const removePrivilege = async (
  scope: Scope,
  place: PrivilegeTarget,
  name: PrivilegeName,
): Promise<PrivilegeRow> =>
  scope.transaction(async (tx) => {
    const holder = await findHolder(tx, place, true);
    const privilege = await findPrivilege(tx, holder, name);
    await requireDeletable(tx, place.project, await recipientOf(tx, place, holder), privilege);
    await tx.stores.privileges.delete(holder, privilege.id);
    await record(tx, 'delete', place, privilege);
    return privilege;
  });
