import { ComparisonBudget } from '../../../access/comparison-budget.ts';
import { compileGlob } from '../../../access/glob-matcher.ts';
import { globCovers } from '../../../access/glob-overlap.ts';
import { globCharacters, literalPrefix, withoutTrailingSlash } from '../../../access/glob.ts';
import type { Step } from './store.ts';

/** A person in a step: one who may approve in it, or has. */
export interface StepMember {
  readonly step: number;
  readonly userId: string;
}

/** What a policy is found by. */
export interface Governing {
  readonly secretPath: string;
  readonly environmentIds: readonly string[];
}

const isLiteral = (pattern: string): boolean => literalPrefix(pattern) === pattern;

const charactersOf = (pattern: string) => withoutTrailingSlash(globCharacters(pattern));

/** Whether the pattern includes a folder path, or everything that another pattern matches. */
export const isWithin = (pattern: string, path: string, budget = new ComparisonBudget()): boolean =>
  pattern === path ||
  (isLiteral(path)
    ? compileGlob(charactersOf(pattern))(path)
    : !isLiteral(pattern) && globCovers(charactersOf(pattern), charactersOf(path), budget));

/** Whether one pattern governs rather than the other: a plain path, a longer one, or one within the other. */
const isMoreSpecific = (one: string, other: string, budget: ComparisonBudget): boolean => {
  if (isLiteral(one) !== isLiteral(other)) return isLiteral(one);
  const [length, otherLength] = [literalPrefix(one).length, literalPrefix(other).length];
  if (length !== otherLength) return length > otherLength;
  return one !== other && isWithin(other, one, budget) && !isWithin(one, other, budget);
};

/**
 * Finds the policy that governs a folder path, or all paths of a pattern, in an environment: the most specific one that
 * includes it, and the first of several. Pass the oldest first.
 */
export const findGoverning = <Policy extends Governing>(
  policies: readonly Policy[],
  environmentId: string,
  path: string,
): Policy | undefined => {
  const budget = new ComparisonBudget();
  let found: Policy | undefined;
  for (const policy of policies) {
    budget.begin();
    if (!policy.environmentIds.includes(environmentId) || !isWithin(policy.secretPath, path, budget)) continue;
    if (!found || isMoreSpecific(policy.secretPath, found.secretPath, budget)) found = policy;
  }
  return found;
};

/** The steps of a policy in their order; one that names no number of approvals needs as many as the policy says. */
export const stepsOf = (
  { approvals, steps }: { readonly approvals: number; readonly steps: readonly Step[] },
  approvers: readonly { readonly step: number }[],
): Step[] =>
  [...new Set(approvers.map(({ step }) => step))]
    .sort((one, other) => one - other)
    .map((step) => ({ step, approvals: steps.find((named) => named.step === step)?.approvals ?? approvals }));

/** How many of the approvals that were given count in the step: each person once. */
export const approvalsIn = ({ step }: Pick<Step, 'step'>, given: readonly StepMember[]): number =>
  new Set(given.filter((member) => member.step === step).map(({ userId }) => userId)).size;

/** The first step that still needs approvals; undefined when all have enough. An approval counts in each step of its person. */
export const findCurrentStep = (steps: readonly Step[], given: readonly StepMember[]): Step | undefined =>
  steps.find((step) => approvalsIn(step, given) < step.approvals);

/** Who reviews what: those of the current step, but the author only if the policy lets authors approve. */
export const mayApprove = (
  { allowedSelfApprovals }: { readonly allowedSelfApprovals: boolean },
  current: Pick<Step, 'step'>,
  approvers: readonly StepMember[],
  { userId, authorId }: { readonly userId: string; readonly authorId: string },
): boolean =>
  (allowedSelfApprovals || userId !== authorId) &&
  approvers.some((approver) => approver.userId === userId && approver.step === current.step);

/** Whether the person may go ahead without approvals: a listed bypasser of a soft policy. */
export const mayBypass = (
  { enforcementLevel }: { readonly enforcementLevel: 'hard' | 'soft' },
  bypassers: readonly { readonly userId: string }[],
  userId: string,
): boolean => enforcementLevel === 'soft' && bypassers.some((bypasser) => bypasser.userId === userId);
