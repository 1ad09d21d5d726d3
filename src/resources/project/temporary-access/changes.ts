import { valuesOf } from '../../../access/abilities.ts';
import type { Period } from '../../../access/granted.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectRules } from '../../../access/project-roles.ts';
import type { Request } from '../../../contract.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { periodView, permanent } from '../grants/period.ts';
import { auditedRules, hasDenies } from '../grants/rules.ts';
import { requireUnrequested } from '../privileges/find.ts';
import { requireChangeable, requireDeletable } from '../privileges/grant.ts';
import { findProjectRoles, requireAssignable, type RoleToAssign } from '../project-memberships/assign.ts';
import type { ProjectMembershipRow, ProjectRoleWithRules } from '../project-memberships/store.ts';
import { holderOf } from './holder.ts';
import { periodUntil, periodUntilNow, requireExpectedEnd } from './rules.ts';
import type { TemporaryGrantRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** A grant after a change; `at` is the time of the change. */
export interface ChangedGrant {
  readonly row: TemporaryGrantRow;
  readonly isRemoved: boolean;
  readonly at: Timestamp;
}

/** What the audit log shows of the rules: all of a privilege, and whether some denied something. */
interface AuditedRules {
  readonly hadDenies: boolean;
  readonly permissions?: string;
}

const grantNotFound = () =>
  notFound('This project has no temporary role or privilege with this id. It may have been removed or assigned anew.');

const subjects = ['identity', 'member', 'groups'] as const;

/** Finds the grant; 403 unless the caller may edit some holders, and this one. */
const authorizeGrant = async (scope: Scope, project: ProjectAccess, id: string): Promise<TemporaryGrantRow> => {
  if (!subjects.some((subject) => project.narrow('edit', subject, {}).mayAllow)) project.refuse('edit', 'identity');
  const row = await scope.stores.temporaryAccess.find(project.row.id, id);
  if (!row) throw grantNotFound();
  const { subject, fields } = holderOf(row);
  project.require('edit', subject, fields);
  return row;
};

/** The holder as a recipient of what is changed; a group has no values for templates. */
const findRecipient = async ({ stores }: Scope, row: TemporaryGrantRow) => {
  const { subject, fields } = holderOf(row);
  return {
    subject,
    fields,
    ...(row.membershipId !== null && { values: await valuesOf(stores, row.membershipId) }),
  };
};

/** What a member whose only role is removed keeps. */
const noAccess = { role: 'no-access', customRoleId: null, ...permanent };

const unchanged = (role: ProjectRoleWithRules): RoleToAssign => ({
  slug: role.customRoleSlug ?? role.role,
  role: role.role,
  customRoleId: role.customRoleId,
  rules: projectRules(role),
  ...periodView(role),
});

/** Changes the period of one role of a membership, or removes the role; 403 unless the caller may. */
const changeRole = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  row: TemporaryGrantRow,
  period: Period | undefined,
): Promise<AuditedRules> => {
  const { projectMemberships } = tx.stores;
  const current = await projectMemberships.listRolesWithRules(membership.id);
  const others = current.filter(({ id }) => id !== row.id).map(unchanged);
  const changed = period ? await findProjectRoles(tx, project.row.id, [{ role: row.slug, ...period }]) : [];
  await requireAssignable(project, tx, await findRecipient(tx, row), current, [...others, ...changed]);
  const change = period ?? (others.length > 0 ? undefined : noAccess);
  await projectMemberships.changeRole(membership, row.id, change, timestamp(tx.clock.now()));
  return { hadDenies: current.some((role) => hasDenies(projectRules(role))) };
};

/** Changes the period of an additional privilege, or removes it; 403 unless the caller may. */
const changePrivilege = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  row: TemporaryGrantRow,
  period: Period | undefined,
): Promise<AuditedRules> => {
  const before = (await tx.stores.privileges.findById(row.id))!;
  requireUnrequested(before);
  const { subject, fields, values } = await findRecipient(tx, row);
  const recipient = { subject: subject as 'identity' | 'member', fields, values: values! };
  if (period) {
    const after = { ...before, ...period, updatedAt: timestamp(tx.clock.now()) };
    await requireChangeable(tx, project, recipient, before, after);
    await tx.stores.privileges.update(membership, after);
  } else {
    await requireDeletable(tx, project, recipient, before);
    await tx.stores.privileges.delete(membership, row.id);
  }
  return { hadDenies: hasDenies(before.permissions), permissions: auditedRules(before.permissions) };
};

const auditedHolder = (row: TemporaryGrantRow) => {
  const { type, id, name } = holderOf(row);
  if (type === 'user') return { userId: id, email: name };
  return type === 'identity' ? { identityId: id } : { groupId: id, name };
};

const record = (
  { audit }: Scope,
  type: 'update-temporary-access' | 'end-temporary-access',
  { row: project }: ProjectAccess,
  before: TemporaryGrantRow,
  period: Period | undefined,
  rules: AuditedRules,
): Promise<void> =>
  audit.record({
    type,
    metadata: {
      ...auditedHolder(before),
      projectMembershipId: before.projectMembershipId,
      grantType: before.type,
      grantId: before.id,
      slug: before.slug,
      previousEndTime: before.endsAt,
      ...(period
        ? {
            temporaryAccessStartTime: period.temporaryAccessStartTime,
            temporaryAccessEndTime: period.temporaryAccessEndTime,
          }
        : { isRemoved: true }),
      ...rules,
    },
    project,
  });

/** Changes one grant to the period that `decide` returns, or removes it; nothing else of its holder changes. */
const changeGrant = async (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  type: 'update-temporary-access' | 'end-temporary-access',
  expectedEnd: string | undefined,
  decide: (row: TemporaryGrantRow, now: Timestamp) => Period | undefined,
): Promise<ChangedGrant> => {
  const { projectMembershipId } = await authorizeGrant(scope, project, id);
  const { id: projectId } = project.row;
  return scope.transaction(ofProject(project.row), async (tx) => {
    const [membership, row] = await Promise.all([
      tx.stores.projectMemberships.find(projectId, projectMembershipId),
      tx.stores.temporaryAccess.find(projectId, id),
    ]);
    if (!membership || !row) throw grantNotFound();
    requireExpectedEnd(row, expectedEnd);
    const at = timestamp(tx.clock.now());
    const period = decide(row, at);
    const rules = await (row.type === 'role' ? changeRole : changePrivilege)(tx, project, membership, row, period);
    await record(tx, type, project, row, period, rules);
    const { temporaryAccessStartTime: startsAt, temporaryAccessEndTime: endsAt } = period ?? {};
    return { row: { ...row, ...(startsAt && endsAt && { startsAt, endsAt }) }, isRemoved: !period, at };
  });
};

/** Gives a grant another end. */
export const changeEnd = (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  { endsAt, expectedEndsAt }: Request<'updateTemporaryAccess'>['body'],
): Promise<ChangedGrant> =>
  changeGrant(scope, project, id, 'update-temporary-access', expectedEndsAt, (row, now) =>
    periodUntil(row, endsAt, now),
  );

/** Ends a grant that is active now, and removes another one. */
export const endGrant = (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  { expectedEndsAt }: Request<'endTemporaryAccess'>['query'],
): Promise<ChangedGrant> => changeGrant(scope, project, id, 'end-temporary-access', expectedEndsAt, periodUntilNow);
