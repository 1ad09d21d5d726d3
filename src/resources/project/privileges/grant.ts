import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import { actionsOf, projectActions } from '../../../access/ability.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import type { Values } from '../../../access/templates.ts';
import { timestamp } from '../../../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { isOver, isPeriodWithin, spanOf } from '../grants/period.ts';
import type { Member } from './find.ts';

/** Rules with the period during which they apply. */
export type RulesWithPeriod = Period & { readonly permissions: readonly Rule[] };

/** The member that receives the rules, with the values for their templates. */
export interface PrivilegeRecipient extends Pick<Member, 'subject' | 'fields'> {
  readonly values: Values;
}

const assign = 'assign-additional-privileges';

/** Returns all names of an action: its own, and those of older actions that include it. */
const actionNames = (subject: string, action: string): readonly string[] => {
  const names = [...(projectSubjects.get(subject)?.actions ?? []), 'write'];
  return [...new Set([action, ...names.filter((name) => projectActions(subject, name).includes(action))])];
};

/**
 * 403 unless the caller may assign that action of that subject. All names of the action are checked together, so that a
 * condition that excludes one of them excludes the action.
 */
const requireAssignableAction = (
  project: ProjectAccess,
  recipient: Pick<PrivilegeRecipient, 'subject' | 'fields'>,
  subject: string,
  action: string,
): void =>
  project.require(assign, recipient.subject, {
    ...recipient.fields,
    assignableSubject: subject,
    assignableAction: actionNames(subject, action).map((name) => `${subject}:${name}`),
  });

/** 403 unless the caller may assign every action of these rules to the recipient. */
export const requireAssignable = async (
  project: ProjectAccess,
  recipient: Pick<PrivilegeRecipient, 'subject' | 'fields'>,
  rules: readonly Rule[],
): Promise<void> => {
  project.requireSome(assign, recipient.subject);
  const bySubject = new Map<string, Set<string>>();
  for (const rule of rules) {
    const actions = bySubject.get(rule.subject) ?? new Set<string>();
    bySubject.set(rule.subject, actions);
    for (const action of actionsOf(rule).flatMap((name) => projectActions(rule.subject, name))) actions.add(action);
  }
  for (const [subject, actions] of bySubject) {
    for (const action of actions) {
      if (isTimeUp()) await yieldToEventLoop();
      requireAssignableAction(project, recipient, subject, action);
    }
  }
};

/** 403 unless the caller may assign these rules to the recipient, and holds what they grant for the same period. */
export const requireGrantable = async (
  project: ProjectAccess,
  recipient: PrivilegeRecipient,
  grant: RulesWithPeriod,
): Promise<void> => {
  await requireAssignable(project, recipient, grant.permissions);
  await project.requirePermissionBoundary({
    rules: grant.permissions,
    during: spanOf(grant),
    values: recipient.values,
  });
};

/** 403 unless the caller may remove the denies of these rules; `remainingDenies` are the denies that remain. */
const requireLiftable = async (
  { clock }: Pick<Scope, 'clock'>,
  project: ProjectAccess,
  recipient: PrivilegeRecipient,
  before: RulesWithPeriod,
  remainingDenies: readonly Rule[],
): Promise<void> => {
  if (isOver(before, timestamp(clock.now()))) return;
  const liftedRules = grantedBy(before.permissions, remainingDenies);
  const lifted = liftedRules.filter(({ inverted }) => !inverted);
  if (lifted.length === 0) return;
  await requireAssignable(project, recipient, lifted);
  await project.requirePermissionBoundary({ rules: liftedRules, during: spanOf(before), values: recipient.values });
};

/** 403 unless the caller holds what the rules allow, for their period: nobody takes from others what they lack. */
const requireTakeable = async (
  { clock }: Pick<Scope, 'clock'>,
  project: ProjectAccess,
  { values }: PrivilegeRecipient,
  before: RulesWithPeriod,
): Promise<void> => {
  if (isOver(before, timestamp(clock.now()))) return;
  await project.requirePermissionBoundary({ rules: before.permissions, during: spanOf(before), values });
};

/** 403 unless the caller may delete the privilege, and with it what it allows and denies. */
export const requireDeletable = async (
  scope: Pick<Scope, 'clock'>,
  project: ProjectAccess,
  recipient: PrivilegeRecipient,
  before: RulesWithPeriod,
): Promise<void> => {
  await requireLiftable(scope, project, recipient, before, []);
  await requireTakeable(scope, project, recipient, before);
};

const areSameRules = (first: readonly Rule[], second: readonly Rule[]): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/**
 * 403 unless the caller may replace the one by the other. That grants new rules, all rules at times at which they did
 * not apply before, and what a deny denied at times at which it no longer does; and it takes rules that change or end
 * earlier.
 */
export const requireChangeable = async (
  scope: Pick<Scope, 'clock'>,
  project: ProjectAccess,
  recipient: PrivilegeRecipient,
  before: RulesWithPeriod,
  after: RulesWithPeriod,
): Promise<void> => {
  const now = timestamp(scope.clock.now());
  const isSame = areSameRules(before.permissions, after.permissions);
  if (!isSame || !isPeriodWithin(after, before, now)) await requireGrantable(project, recipient, after);
  // Checked apart from the rules: a deny that ends earlier must not count as one that still applies.
  const remainingDenies = isPeriodWithin(before, after, now)
    ? after.permissions.filter(({ inverted }) => inverted)
    : [];
  await requireLiftable(scope, project, recipient, before, remainingDenies);
  if (!isSame || !isPeriodWithin(before, after, now)) await requireTakeable(scope, project, recipient, before);
};
