import { ProjectAccessByRules, type ProjectAccess } from '../../../access/project-access.ts';
import { readProjectAbility } from '../../../access/abilities.ts';
import type { Scope } from '../../../scope.ts';
import { findCurrentStep, stepsOf, type StepMember } from '../../project/approval-policies/rules.ts';
import { mayReadValue, type RequestedChange } from './changes.ts';
import { approversOf, type FoundChangeRequest } from './find.ts';

/** What a user of the organization may do in the project now; undefined for somebody who is no member. */
export const accessOfUser = async (
  { stores, clock, access }: Scope,
  project: ProjectAccess,
  userId: string,
): Promise<ProjectAccess | undefined> => {
  const membership = await stores.memberships.findOfUser(access.organization.id, userId);
  if (!membership?.isActive || membership.status !== 'accepted') return undefined;
  const ability = await readProjectAbility(stores, project.row.id, { membershipId: membership.id });
  return ability.isMember ? new ProjectAccessByRules(project.row, ability, clock) : undefined;
};

/**
 * Whether the request has enough approvals now: of people who are approvers and members of the project now, may read the
 * values if the policy says so, and did not ask for it themselves unless the policy lets them.
 */
export const isApproved = async (
  scope: Scope,
  found: FoundChangeRequest,
  changes: readonly RequestedChange[],
): Promise<boolean> => {
  const { policy, request, reviews, project } = found;
  const approving = new Set(
    reviews.filter(({ status }) => status === 'approved').map(({ reviewerUserId }) => reviewerUserId),
  );
  if (!policy.allowedSelfApprovals) approving.delete(request.committerUserId);
  const given: StepMember[] = [];
  for (const userId of approving) {
    const steps = approversOf(found).filter((approver) => approver.userId === userId);
    const access = steps.length > 0 ? await accessOfUser(scope, project, userId) : undefined;
    const mayApprove = access && (!policy.approversMustRead || changes.every((change) => mayReadValue(access, change)));
    if (mayApprove) given.push(...steps);
  }
  const approvers = policy.people.filter(({ part }) => part === 'approver');
  return approvers.length > 0 && findCurrentStep(stepsOf(policy, approvers), given) === undefined;
};
