import { readProjectAbility, type ProjectAbility } from '../../../access/abilities.ts';
import { isActive } from '../../../access/grant.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { findCurrentStep, stepsOf } from '../approval-policies/rules.ts';
import type { Policy, PolicyUser, Step } from '../approval-policies/store.ts';
import type { ReviewRow } from './store.ts';

/** As many rows as the people of a policy, each in every step and through many groups, have. */
export const maxUsers = 10_000;

/** How far a request is, counting only what counts now. */
export interface Progress {
  /** Those of the people asked about who approve or bypass; once for each step. */
  readonly users: readonly PolicyUser[];
  /** Those who have approved and still may. */
  readonly given: readonly PolicyUser[];
  /** The step that waits for approvals; undefined when all have enough, and without approvers. */
  readonly current: Step | undefined;
  /** Whether all steps have enough approvals. */
  readonly isDone: boolean;
}

export const approverSteps = ({ people }: Pick<Policy, 'people'>) => people.filter(({ part }) => part === 'approver');

/** How far a request is, among these users. */
export const progressOf = (policy: Policy, users: readonly PolicyUser[], reviews: readonly ReviewRow[]): Progress => {
  const approved = new Set(
    reviews.filter(({ status }) => status === 'approved').map((review) => review.reviewerUserId),
  );
  const given = users.filter(({ part, userId }) => part === 'approver' && approved.has(userId));
  const steps = stepsOf(policy, approverSteps(policy));
  const current = findCurrentStep(steps, given);
  return { users, given, current, isDone: steps.length > 0 && current === undefined };
};

/** Whether the member may do anything in the project now. */
const isAllowedSomething = ({ ability }: ProjectAbility, now: string): boolean =>
  ability.grants.some((grant) => grant.rules.length > 0 && isActive(grant, now));

/** Reads how far a request is; only active members of the project count, as approvers those who may do something there. */
export const readProgress = async (
  { stores, clock }: Pick<Scope, 'stores' | 'clock'>,
  policy: Policy,
  reviews: readonly ReviewRow[],
  userId: string,
): Promise<Progress> => {
  const now = timestamp(clock.now());
  const asked = [...new Set([...reviews.map(({ reviewerUserId }) => reviewerUserId), userId])];
  const users = (await stores.approvalPolicies.listUsers([policy.id], maxUsers, asked)).filter((user) => user.isActive);
  const held = new Map<string, ProjectAbility>();
  for (const membershipId of new Set(users.map((user) => user.membershipId)))
    held.set(membershipId, await readProjectAbility(stores, policy.projectId, { membershipId }));
  const counts = ({ membershipId, part }: PolicyUser): boolean => {
    const ability = held.get(membershipId)!;
    return ability.isMember && (part === 'bypasser' || isAllowedSomething(ability, now));
  };
  return progressOf(policy, users.filter(counts), reviews);
};
