import { userOf } from '../../../access/actor.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { requireAllowedRange } from '../access-policies/rules.ts';
import { mayApprove, mayBypass } from '../approval-policies/rules.ts';
import type { Policy } from '../approval-policies/store.ts';
import { findForChange, refusal, type FoundRequest } from './find.ts';
import { grant } from './grant.ts';
import { tell } from './notify.ts';
import { progressOf, readProgress, type Progress } from './progress.ts';
import { findPolicy, requirePending } from './service.ts';
import type { AccessRequestRow, ReviewRow } from './store.ts';

type Body = Request<'reviewAccessRequest'>['body'];

/** 400 unless the policy still governs what was asked for, for as long. */
const requireStillGoverned = async (
  tx: Scope,
  project: ProjectAccess,
  { request, policy }: FoundRequest,
): Promise<void> => {
  if (policy.deletedAt !== null) throw badRequest('The policy of this request was deleted.');
  const { environment, secretPath, permissions: rules } = request;
  const governing = await findPolicy(tx, project, { environment, secretPath, rules });
  if (governing.id !== policy.id)
    throw badRequest(`The policy "${governing.name}" governs this now. Ask again, so that its approvers review it.`);
  requireAllowedRange(policy, request.temporaryRange);
};

/** Whether the caller goes ahead without approvals: 400 without the right, or without the reason. */
const isBypass = (
  policy: Policy,
  { requestedByUserId }: AccessRequestRow,
  { users }: Progress,
  userId: string,
  { status, bypassReason }: Body,
): boolean => {
  if (bypassReason === undefined || status !== 'approved') return false;
  const bypassers = users.filter(({ part }) => part === 'bypasser');
  if (requestedByUserId !== userId || !mayBypass(policy, bypassers, userId))
    throw badRequest('Only a bypasser of a soft policy can do without approval, and only with an own request.');
  return true;
};

/** 403 or 400 unless the caller may review now. */
const requireReviewer = (
  project: ProjectAccess,
  policy: Policy,
  { requestedByUserId: authorId }: AccessRequestRow,
  { users, current }: Progress,
  userId: string,
  { status }: Body,
): void => {
  const isAuthor = authorId === userId;
  if (isAuthor && status === 'rejected') return;
  if (isAuthor && !policy.allowedSelfApprovals)
    throw badRequest('This policy does not let anybody approve their own requests.');
  const approvers = users.filter(({ part }) => part === 'approver');
  if (!approvers.some((approver) => approver.userId === userId))
    throw refusal(project, 'Only approvers of the policy may review this request.');
  if (current && !mayApprove({ allowedSelfApprovals: true }, current, approvers, { userId, authorId }))
    throw badRequest(`This request is at step ${current.step}, and you approve in another one.`);
};

const newReview = (tx: Scope, { id }: AccessRequestRow, status: Body['status']): ReviewRow => {
  const now = timestamp(tx.clock.now());
  return {
    id: tx.ids.uuid(),
    requestId: id,
    reviewerUserId: userOf(tx).id,
    status,
    createdAt: now,
    updatedAt: now,
  };
};

/** Stores a review; the rejection closes the request, and the last approval that is needed grants it. */
export const review = (scope: Scope, project: ProjectAccess, id: string, body: Body): Promise<ReviewRow> => {
  const { id: userId } = userOf(scope);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const found = await findForChange(tx, id);
    const { request, policy } = found;
    const earlier = await tx.stores.accessRequests.listReviews([id]);
    const before = await readProgress(tx, policy, earlier, userId);
    const isBypassed = isBypass(policy, request, before, userId, body);
    if (!isBypassed) requireReviewer(project, policy, request, before, userId, body);
    requirePending(request, timestamp(tx.clock.now()));
    if (earlier.some(({ reviewerUserId }) => reviewerUserId === userId))
      throw badRequest('You have reviewed this request already.');
    if (body.status === 'approved') await requireStillGoverned(tx, project, found);
    const given = newReview(tx, request, body.status);
    await tx.stores.accessRequests.insertReview(given);
    const after = progressOf(policy, before.users, [...earlier, given]);
    const isGranted = body.status === 'approved' && (isBypassed || after.isDone);
    const changes = isGranted
      ? await grantedBy(tx, project, found, after, body)
      : { status: body.status === 'rejected' ? ('rejected' as const) : request.status };
    await tx.stores.accessRequests.update(id, { ...changes, updatedAt: given.createdAt });
    await tx.audit.record({
      type: 'access-approval-request-review',
      metadata: {
        requestId: id,
        policyId: policy.id,
        reviewStatus: body.status,
        isBypass: isBypassed,
        ...(isBypassed && { bypassReason: body.bypassReason }),
        ...('privilegeId' in changes && { privilegeId: changes.privilegeId }),
      },
      project: project.row,
    });
    const step = isBypassed ? 'bypassed' : isGranted ? 'approved' : 'rejected';
    if (isGranted || body.status === 'rejected')
      await tell(tx, project.row, request, step, { byUserId: userId, reason: body.bypassReason ?? null });
    return given;
  });
};

/** Grants the request, and returns what changes in it. */
const grantedBy = async (
  tx: Scope,
  project: ProjectAccess,
  { request, policy }: FoundRequest,
  { given }: Progress,
  { bypassReason }: Body,
): Promise<Partial<AccessRequestRow>> => {
  const { id, createdAt, temporaryAccessEndTime } = await grant(tx, project.row, request, policy, given);
  return {
    status: 'approved',
    approvedAt: createdAt,
    approvedByUserId: userOf(tx).id,
    privilegeId: id,
    endsAt: temporaryAccessEndTime,
    bypassReason: bypassReason ?? null,
  };
};
