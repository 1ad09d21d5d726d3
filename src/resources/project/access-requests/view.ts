import type { Reply } from '../../../contract.ts';
import { packedRule } from '../../organization/organization-roles/view.ts';
import { periodView } from '../grants/period.ts';
import { projectRuleView } from '../grants/rules.ts';
import type { PrivilegeRow } from '../privileges/store.ts';
import { mayApprove, mayBypass, stepsOf } from '../approval-policies/rules.ts';
import type { Policy, PolicyUser } from '../approval-policies/store.ts';
import { approverSteps, progressOf } from './progress.ts';
import type { AccessRequestRow, RequestPersonRow, ReviewRow } from './store.ts';

type RequestView = Reply<'createAccessRequest'>['approval'];
type ShownRequest = Reply<'getAccessRequest'>['request'];

/** How many people of a policy are shown. */
const maxShown = 100;

export const accessRequestView = ({
  projectId: _project,
  environment: _environment,
  secretPath: _path,
  endsAt: _end,
  permissions,
  ...request
}: AccessRequestRow): RequestView => ({ ...request, permissions: permissions.map(packedRule) });

export const reviewView = (review: ReviewRow): Reply<'reviewAccessRequest'>['review'] => review;

/** What the requests of a page refer to. */
export interface Shown {
  readonly policies: readonly Policy[];
  /** The people of the policies, the first ones of each. */
  readonly users: readonly PolicyUser[];
  /** Those of the people who have reviewed, or who ask. */
  readonly reviewers: readonly PolicyUser[];
  readonly reviews: readonly ReviewRow[];
  readonly privileges: readonly PrivilegeRow[];
  readonly people: ReadonlyMap<string, RequestPersonRow>;
  /** Undefined for a machine identity, which reviews nothing. */
  readonly callerId: string | undefined;
  readonly now: string;
}

const isPending = ({ status, expiresAt }: AccessRequestRow, now: string): boolean =>
  status === 'pending' && (expiresAt === null || expiresAt > now);

/** What the caller can do with a request, and where it is. */
export const stateOf = (
  request: AccessRequestRow,
  policy: Policy,
  { reviewers, reviews, callerId, now }: Pick<Shown, 'reviewers' | 'reviews' | 'callerId' | 'now'>,
): Pick<ShownRequest, 'canReview' | 'canBypass' | 'currentStep'> => {
  if (!isPending(request, now) || policy.deletedAt !== null)
    return { canReview: false, canBypass: false, currentStep: null };
  const users = reviewers.filter(({ policyId, isActive }) => policyId === policy.id && isActive);
  const own = reviews.filter(({ requestId }) => requestId === request.id);
  const { current } = progressOf(policy, users, own);
  const isAuthor = request.requestedByUserId === callerId;
  const approvers = users.filter(({ part }) => part === 'approver');
  const bypassers = users.filter(({ part }) => part === 'bypasser');
  return {
    canReview:
      callerId !== undefined &&
      current !== undefined &&
      !own.some(({ reviewerUserId }) => reviewerUserId === callerId) &&
      mayApprove(policy, current, approvers, { userId: callerId, authorId: request.requestedByUserId }),
    canBypass: isAuthor && mayBypass(policy, bypassers, request.requestedByUserId),
    currentStep: current?.step ?? null,
  };
};

const policyView = (policy: Policy, { users }: Shown): ShownRequest['policy'] => {
  const steps = new Map(stepsOf(policy, approverSteps(policy)).map(({ step, approvals }) => [step, approvals]));
  const own = users.filter(({ policyId }) => policyId === policy.id);
  return {
    id: policy.id,
    name: policy.name,
    secretPath: policy.secretPath,
    envId: policy.environmentIds[0] ?? null,
    approvals: policy.approvals,
    approvers: own
      .filter(({ part }) => part === 'approver')
      .sort((one, other) => one.step - other.step)
      .slice(0, maxShown)
      .map(({ userId, username, email, step, isActive }) => ({
        userId,
        username,
        email,
        sequence: step,
        approvalsRequired: steps.get(step) ?? policy.approvals,
        isOrgMembershipActive: isActive,
      })),
    bypassers: own
      .filter(({ part }) => part === 'bypasser')
      .slice(0, maxShown)
      .map(({ userId }) => userId),
    enforcementLevel: policy.enforcementLevel,
    allowedSelfApprovals: policy.allowedSelfApprovals,
    maxTimePeriod: policy.maxTimePeriod,
    requestExpirationTime: policy.requestExpirationTime,
    deletedAt: policy.deletedAt,
  };
};

const personView = (people: Shown['people'], userId: string | null): ShownRequest['approvedByUser'] => {
  const person = userId === null ? undefined : people.get(userId);
  if (!person) return null;
  const { username, email, firstName, lastName } = person;
  return { userId: person.userId, username, email, firstName, lastName };
};

const privilegeView = (privilege: PrivilegeRow | undefined): ShownRequest['privilege'] =>
  privilege
    ? {
        membershipId: privilege.projectMembershipId,
        ...periodView(privilege),
        permissions: privilege.permissions.map(projectRuleView),
      }
    : null;

export const shownRequestView = (request: AccessRequestRow, shown: Shown): ShownRequest => {
  const { policies, reviews, privileges, people } = shown;
  const policy = policies.find(({ id }) => id === request.policyId)!;
  return {
    ...accessRequestView(request),
    environmentName: request.environment,
    secretPath: request.secretPath,
    isApproved: request.status === 'approved',
    ...stateOf(request, policy, shown),
    privilege: privilegeView(privileges.find(({ id }) => id === request.privilegeId)),
    policy: policyView(policy, shown),
    reviewers: reviews
      .filter(({ requestId }) => requestId === request.id)
      .map(({ reviewerUserId, status }) => ({
        userId: reviewerUserId,
        username: people.get(reviewerUserId)?.username ?? null,
        status,
        isOrgMembershipActive: people.get(reviewerUserId)?.isActive ?? false,
      })),
    requestedByUser: personView(people, request.requestedByUserId),
    approvedByUser: personView(people, request.approvedByUserId),
    revokedByUser: personView(people, request.revokedByUserId),
  };
};
