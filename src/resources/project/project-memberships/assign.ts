import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Thing } from '../../../access/conditions.ts';
import { grantedBy } from '../../../access/cover.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { assignableProjectRoles, projectRules } from '../../../access/project-roles.ts';
import type { Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { PublicScope, Scope } from '../../../scope.ts';
import { isOver, isWithin, spanOf } from '../grants/period.ts';
import type { RuledProjectRole, ProjectMembershipRoleRow, ProjectMembershipRow } from './store.ts';

/** A role that is about to be given, found and locked, with what it allows. */
export interface ChosenRole extends Period {
  readonly slug: string;
  readonly role: string;
  readonly customRoleId: string | null;
  readonly rules: readonly Rule[];
}

/**
 * Who gets the roles: by what permissions speak of them, and with the values for templates if that is one person or
 * machine.
 */
export interface Recipient {
  readonly subject: 'identity' | 'member' | 'groups';
  readonly thing: Thing;
  readonly values?: Values;
}

/** The roles of these slugs in the project, built-in or custom; 404 for one that does not exist. */
export const findProjectRoles = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  wanted: readonly (Period & { role: string })[],
): Promise<ChosenRole[]> => {
  const found: ChosenRole[] = [];
  for (const {
    role: slug,
    isTemporary,
    temporaryMode,
    temporaryRange,
    temporaryAccessStartTime,
    temporaryAccessEndTime,
  } of wanted) {
    const period = { isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime, temporaryAccessEndTime };
    const isBuiltIn = assignableProjectRoles.includes(slug);
    const custom = isBuiltIn ? undefined : await stores.projectRoles.lockBySlug(projectId, slug);
    if (!isBuiltIn && !custom) throw notFound(`There is no role "${slug}" in this project.`);
    const held = custom ? { role: 'custom', permissions: custom.permissions } : { role: slug, permissions: null };
    found.push({ slug, role: held.role, customRoleId: custom?.id ?? null, rules: projectRules(held), ...period });
  }
  return found;
};

const slugOf = ({ role, customRoleSlug }: RuledProjectRole): string => customRoleSlug ?? role;

/**
 * What lifting the denies of these rules grants, for as long as they would have denied it; `lasting` are the denies
 * that stay.
 */
const requireLiftable = (
  project: ProjectAccess,
  { values }: Recipient,
  rules: readonly Rule[],
  period: Period,
  lasting: readonly Rule[] = [],
): Promise<void> => project.requireCover({ rules: grantedBy(rules, lasting), during: spanOf(period), values });

/**
 * 403 unless the caller may give these roles instead of those that are held: each is judged by itself, for a deny of
 * one need not outlast the other. What stays as it is, or ends sooner, is not given anew; a deny that goes, or that
 * ends sooner, gives what it denied.
 */
export const requireAssignable = async (
  project: ProjectAccess,
  { clock }: Pick<Scope, 'clock'>,
  recipient: Recipient,
  held: readonly RuledProjectRole[],
  chosen: readonly ChosenRole[],
): Promise<void> => {
  const now = timestamp(clock.now());
  const { subject, thing, values } = recipient;
  const given = chosen.filter(
    (role) => !held.some((before) => slugOf(before) === role.slug && isWithin(role, before, now)),
  );
  for (const role of given) {
    if (role.slug !== 'no-access') project.require('assign-role', subject, { ...thing, assignableRole: role.slug });
    await project.requireCover({ rules: role.rules, during: spanOf(role), values });
  }
  for (const role of held.filter((before) => !isOver(before, now))) {
    const lasting = chosen
      .filter((after) => isWithin(role, after, now))
      .flatMap(({ rules }) => rules.filter(({ inverted }) => inverted));
    await requireLiftable(project, recipient, projectRules(role), role, lasting);
  }
};

/**
 * 403 unless the caller may lift the denies that a membership takes with it when it ends, of its roles and its
 * privileges.
 */
export const requireRemovable = async (
  project: ProjectAccess,
  { clock }: Pick<Scope, 'clock'>,
  recipient: Recipient,
  roles: readonly RuledProjectRole[],
  privileges: readonly (Period & { permissions: readonly Rule[] })[],
): Promise<void> => {
  const now = timestamp(clock.now());
  for (const role of roles.filter((held) => !isOver(held, now)))
    await requireLiftable(project, recipient, projectRules(role), role);
  for (const privilege of privileges.filter((held) => !isOver(held, now)))
    await requireLiftable(project, recipient, privilege.permissions, privilege);
};

/** As they are stored. */
export const roleRows = (
  { clock, ids }: Pick<PublicScope, 'clock' | 'ids'>,
  projectMembershipId: string,
  chosen: readonly ChosenRole[],
): ProjectMembershipRoleRow[] => {
  const now = timestamp(clock.now());
  return chosen.map(({ slug: _, rules: __, ...role }, position) => ({
    id: ids.uuid(),
    projectMembershipId,
    ...role,
    position,
    createdAt: now,
    updatedAt: now,
  }));
};

/** A membership that holds from now on, not yet stored. */
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
