import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import { noValues, valuesOf } from '../../../access/abilities.ts';
import { hasTemplate } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { auditedRules, hasDenies, toProjectRule } from '../grants/rules.ts';
import {
  findHolder,
  findPrivilege,
  requireUnrequested,
  type DirectMembership,
  type Member,
  type PrivilegeName,
  type PrivilegeTarget,
} from './find.ts';
import { requireChangeable, requireDeletable, requireGrantable, type PrivilegeRecipient } from './grant.ts';
import { readableSlug } from './slug.ts';
import type { PrivilegeRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

export interface NewPrivilege {
  /** Undefined for one that says what the rules allow. */
  readonly slug: string | undefined;
  readonly permissions: readonly Rule[];
  readonly period: Period;
}

/** Undefined fields stay unchanged; the period may change partly. */
export interface PrivilegeChanges {
  readonly slug: string | undefined;
  readonly permissions: readonly Rule[] | undefined;
  readonly period: ((held: Period) => Period) | undefined;
}

const refuseTakenSlug = <T>({ noun }: Member, slug: string | undefined, work: Promise<T>): Promise<T> =>
  badRequestIfTaken(work, `This ${noun} has a privilege "${slug}" in the project already. Choose another slug.`);

const record = (
  { audit }: Scope,
  change: 'create' | 'update' | 'delete',
  { project, member }: PrivilegeTarget,
  privilege: PrivilegeRow,
  more: { readonly hadDenies?: boolean } = {},
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
      ...more,
    },
    project: project.row,
  });
};

/** The member as the recipient of these rules; its values are read only if a template refers to them. */
const findRecipient = async (
  { stores }: Pick<Scope, 'stores'>,
  { member: { subject, fields } }: PrivilegeTarget,
  { membershipId }: DirectMembership,
  rules: readonly Rule[],
): Promise<PrivilegeRecipient> => ({
  subject,
  fields,
  values: hasTemplate(JSON.stringify(rules)) ? await valuesOf(stores, membershipId) : noValues,
});

/** Bounds the privileges that every request of the member loads. */
const maxPerMember = 100;

export const refuseTooMany = ({ noun }: Member, count: number): void => {
  if (count >= maxPerMember)
    throw badRequest(
      `This ${noun} has ${maxPerMember} additional privileges in the project, which is the limit. Delete one that is not needed.`,
    );
};

export const addPrivilege = async (
  scope: Scope,
  target: PrivilegeTarget,
  { slug: wanted, permissions: written, period }: NewPrivilege,
): Promise<PrivilegeRow> => {
  const permissions = written.map(toProjectRule);
  if (target.project.isCostly(permissions)) {
    const recipient = await findRecipient(scope, target, await findHolder(scope, target), permissions);
    await requireGrantable(target.project, recipient, { permissions, ...period });
  }
  const create = scope.transaction(ofProject(target.project.row), async (tx) => {
    const now = timestamp(tx.clock.now());
    const [holder, slugs] = await Promise.all([
      findHolder(tx, target),
      target.member.listSlugs(tx, target.project.row.id),
    ]);
    const privilege: PrivilegeRow = {
      id: tx.ids.uuid(),
      projectMembershipId: holder.id,
      slug: wanted ?? readableSlug(permissions, slugs),
      permissions,
      accessRequestId: null,
      ...period,
      createdAt: now,
      updatedAt: now,
    };
    await requireGrantable(target.project, await findRecipient(tx, target, holder, permissions), privilege);
    refuseTooMany(target.member, slugs.length);
    await tx.stores.privileges.insert(holder, privilege);
    await record(tx, 'create', target, privilege);
    return privilege;
  });
  return refuseTakenSlug(target.member, wanted, create);
};

const isSamePrivilege = (first: PrivilegeRow, second: PrivilegeRow): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

export const changePrivilege = async (
  scope: Scope,
  target: PrivilegeTarget,
  name: PrivilegeName,
  { slug, permissions, period }: PrivilegeChanges,
): Promise<PrivilegeRow> => {
  const changed = (before: PrivilegeRow): PrivilegeRow => ({
    ...before,
    ...(slug !== undefined && { slug }),
    ...(permissions && { permissions: permissions.map(toProjectRule) }),
    ...period?.(before),
  });
  if (permissions && target.project.isCostly(permissions)) {
    const { holder, privilege: before } = await findPrivilege(scope, target, name);
    const after = changed(before);
    const recipient = await findRecipient(scope, target, holder, [...before.permissions, ...after.permissions]);
    await requireChangeable(scope, target.project, recipient, before, after);
  }
  const change = scope.transaction(ofProject(target.project.row), async (tx) => {
    const { holder, privilege: before } = await findPrivilege(tx, target, name);
    requireUnrequested(before);
    const after = changed(before);
    if (isSamePrivilege(before, after)) return before;
    const recipient = await findRecipient(tx, target, holder, [...before.permissions, ...after.permissions]);
    await requireChangeable(tx, target.project, recipient, before, after);
    const updated = { ...after, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.privileges.update(holder, updated);
    await record(tx, 'update', target, updated, { hadDenies: hasDenies(before.permissions) });
    return updated;
  });
  return refuseTakenSlug(target.member, slug, change);
};

export const removePrivilege = async (
  scope: Scope,
  target: PrivilegeTarget,
  name: PrivilegeName,
): Promise<PrivilegeRow> =>
  scope.transaction(ofProject(target.project.row), async (tx) => {
    const { holder, privilege } = await findPrivilege(tx, target, name);
    requireUnrequested(privilege);
    const recipient = await findRecipient(tx, target, holder, privilege.permissions);
    await requireDeletable(tx, target.project, recipient, privilege);
    await tx.stores.privileges.delete(holder, privilege.id);
    await record(tx, 'delete', target, privilege);
    return privilege;
  });
