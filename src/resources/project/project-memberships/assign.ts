import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import type { SubjectFields } from '../../../access/conditions.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { assignableProjectRoles, projectRules } from '../../../access/project-roles.ts';
import type { Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { PublicScope, Scope } from '../../../scope.ts';
import { isOver, isPeriodWithin, spanOf } from '../grants/period.ts';
import type { ProjectRoleWithRules, ProjectMembershipRoleRow, ProjectMembershipRow } from './store.ts';

/** A role to assign, with its rules. */
export interface RoleToAssign extends Period {
  readonly slug: string;
  readonly role: string;
  readonly customRoleId: string | null;
  readonly rules: readonly Rule[];
}

/** The receiver of roles: its subject and subject fields, and its values for templates unless it is a group. */
export interface RoleRecipient {
  readonly subject: 'identity' | 'member' | 'groups';
  readonly fields: SubjectFields;
  readonly values?: Values;
}

const isBuiltIn = (slug: string): boolean => assignableProjectRoles.includes(slug);

/** Finds built-in and custom roles of the project by slug; 404 for an unknown one. */
export const findProjectRoles = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  requested: readonly (Period & { role: string })[],
): Promise<RoleToAssign[]> => {
  const customSlugs = [...new Set(requested.map(({ role }) => role))].filter((slug) => !isBuiltIn(slug));
  const rows = customSlugs.length === 0 ? [] : await stores.projectRoles.findBySlugs(projectId, customSlugs);
  const customRoles = new Map(rows.map((row) => [row.slug, row]));
  return requested.map(
    ({ role: slug, isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime, temporaryAccessEndTime }) => {
      const period = { isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime, temporaryAccessEndTime };
      const custom = customRoles.get(slug);
      if (!isBuiltIn(slug) && !custom) throw notFound(`This project has no role "${slug}".`);
      const current = custom ? { role: 'custom', permissions: custom.permissions } : { role: slug, permissions: null };
      return { slug, role: current.role, customRoleId: custom?.id ?? null, rules: projectRules(current), ...period };
    },
  );
};

const roleSlug = ({ role, customRoleSlug }: ProjectRoleWithRules): string => customRoleSlug ?? role;

/**
 * 403 unless the caller holds what these rules deny, for their period; `remainingDenies` are the denies that remain.
 */
const requireLiftable = (
  project: ProjectAccess,
  { values }: RoleRecipient,
  rules: readonly Rule[],
  period: Period,
  remainingDenies: readonly Rule[] = [],
): Promise<void> =>
  project.requirePermissionBoundary({ rules: grantedBy(rules, remainingDenies), during: spanOf(period), values });

/** 403 unless the caller holds what these rules allow, for their period: nobody takes from others what they lack. */
const requireTakeable = (
  project: ProjectAccess,
  { values }: RoleRecipient,
  rules: readonly Rule[],
  period: Period,
): Promise<void> => project.requirePermissionBoundary({ rules, during: spanOf(period), values });

/**
 * 403 unless the caller may replace the current roles by these. Each role is checked by itself, because a deny of one
 * may end before another. A role that stays or ends earlier is not granted again; one that is removed or ends earlier is
 * taken, and a deny of it grants what it denied.
 */
export const requireAssignable = async (
  project: ProjectAccess,
  { clock }: Pick<Scope, 'clock'>,
  recipient: RoleRecipient,
  current: readonly ProjectRoleWithRules[],
  roles: readonly RoleToAssign[],
): Promise<void> => {
  const now = timestamp(clock.now());
  const { subject, fields, values } = recipient;
  const granted = roles.filter(
    (role) => !current.some((before) => roleSlug(before) === role.slug && isPeriodWithin(role, before, now)),
  );
  for (const role of granted) {
    if (role.slug !== 'no-access') project.require('assign-role', subject, { ...fields, assignableRole: role.slug });
    await project.requirePermissionBoundary({ rules: role.rules, during: spanOf(role), values });
  }
  for (const role of current.filter((before) => !isOver(before, now))) {
    const remaining = roles.filter((after) => isPeriodWithin(role, after, now));
    const remainingDenies = remaining.flatMap(({ rules }) => rules.filter(({ inverted }) => inverted));
    if (!remaining.some(({ slug }) => slug === roleSlug(role)))
      await requireTakeable(project, recipient, projectRules(role), role);
    await requireLiftable(project, recipient, projectRules(role), role, remainingDenies);
  }
};

/**
 * Who ends a membership: somebody with the permission for it in the project, or its owner, who needs to hold only what it
 * denies.
 */
export type EndedBy = 'manager' | 'owner';

/** 403 unless the caller may end the roles and privileges of a membership, with what they allow and deny. */
export const requireRemovable = async (
  project: ProjectAccess,
  { clock }: Pick<Scope, 'clock'>,
  recipient: RoleRecipient,
  roles: readonly ProjectRoleWithRules[],
  privileges: readonly (Period & { permissions: readonly Rule[] })[],
  by: EndedBy,
): Promise<void> => {
  const now = timestamp(clock.now());
  const grants = [
    ...roles.map((role) => ({ rules: projectRules(role), period: role as Period })),
    ...privileges.map((privilege) => ({ rules: privilege.permissions, period: privilege })),
  ];
  for (const { rules, period } of grants.filter((grant) => !isOver(grant.period, now))) {
    if (by === 'manager') await requireTakeable(project, recipient, rules, period);
    await requireLiftable(project, recipient, rules, period);
  }
};

/** Builds the rows of the assigned roles. */
export const roleRows = (
  { clock, ids }: Pick<PublicScope, 'clock' | 'ids'>,
  projectMembershipId: string,
  roles: readonly RoleToAssign[],
): ProjectMembershipRoleRow[] => {
  const now = timestamp(clock.now());
  return roles.map(({ slug: _, rules: __, ...role }, position) => ({
    id: ids.uuid(),
    projectMembershipId,
    ...role,
    position,
    createdAt: now,
    updatedAt: now,
  }));
};

/** Builds the row of a new membership; does not store it. */
export const newProjectMembership = (
  { clock, ids }: Pick<PublicScope, 'clock' | 'ids'>,
  projectId: string,
  member: { membershipId: string } | { groupId: string },
): ProjectMembershipRow => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    projectId,
    membershipId: 'membershipId' in member ? member.membershipId : null,
    groupId: 'groupId' in member ? member.groupId : null,
    createdAt: now,
    updatedAt: now,
  };
};

/** The permanent administrator role of a project. */
export const administrator: RoleToAssign = {
  slug: 'admin',
  role: 'admin',
  customRoleId: null,
  rules: projectRules({ role: 'admin', permissions: null }),
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};
