import { userOf } from '../../../access/actor.ts';
import { changeRequestReopened } from '../../../audit/events.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { mayReadValue, readChanges, type RequestedChange } from './changes.ts';
import { compareCommits, refuseConflicts } from './compare.ts';
import { sealRequestedContent } from './content.ts';
import { findForDecision, requireOpen, type FoundChangeRequest } from './find.ts';
import { announceEnd, announceReview } from './mail.ts';
import type { ChangeRequest, ChangeRequestRow, CommitRow, ReviewRow, ReviewStatus } from './store.ts';

const record = (
  { audit }: Scope,
  type: string,
  { project, request }: FoundChangeRequest,
  metadata: Readonly<Record<string, unknown>>,
): Promise<void> =>
  audit.record({
    type,
    metadata: {
      ...folderSubjectFields({ environment: request.environment, path: request.secretPath }),
      secretApprovalRequestId: request.id,
      secretApprovalRequestSlug: request.slug,
      ...metadata,
    },
    project: project.row,
  });

export const changesOf = async (tx: Scope, { request }: FoundChangeRequest): Promise<RequestedChange[]> => {
  const commits = await tx.stores.changeRequests.listCommits([request.id]);
  return readChanges(tx, request.projectId, await compareCommits(tx, request.projectId, commits));
};

/** 400 for approving one's own request, and 403 for what one may not read, unless the policy allows it. */
const checkApproval = async (tx: Scope, found: FoundChangeRequest): Promise<void> => {
  const { policy, request, project } = found;
  if (!policy.allowedSelfApprovals && userOf(tx).id === request.committerUserId)
    throw badRequest(`The policy "${policy.name}" does not let you approve your own request.`);
  if (!policy.approversMustRead) return;
  const hidden = (await changesOf(tx, found)).find((change) => !mayReadValue(project, change));
  if (hidden) project.refuse('readValue', 'secrets', hidden.folder && folderSubjectFields(hidden.folder));
};

/** Approves or rejects a request; a later review of the same person replaces the earlier one. */
export const reviewChangeRequest = async (
  scope: Scope,
  id: string,
  { status, comment = null }: { readonly status: ReviewStatus; readonly comment?: string | null | undefined },
): Promise<ReviewRow> => {
  const { project } = await findForDecision(scope, id);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const found = await findForDecision(tx, id);
    requireOpen(found);
    if (status === 'approved') await checkApproval(tx, found);
    const now = timestamp(tx.clock.now());
    const review = await tx.stores.changeRequests.review({
      id: tx.ids.uuid(),
      requestId: id,
      reviewerUserId: userOf(tx).id,
      status,
      comment,
      createdAt: now,
      updatedAt: now,
    });
    await record(tx, 'secret-approval-request-review', found, {
      reviewedBy: review.reviewerUserId,
      status,
      ...(comment !== null && { comment }),
    });
    await announceReview(tx, found, review);
    return review;
  });
};

/** Closes a request, or opens it again. */
export const setChangeRequestStatus = async (
  scope: Scope,
  id: string,
  status: ChangeRequestRow['status'],
): Promise<ChangeRequest> => {
  const { project } = await findForDecision(scope, id);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const found = await findForDecision(tx, id);
    const { request } = found;
    if (request.hasMerged) throw badRequest('This request was merged already.');
    if (request.status === status)
      throw badRequest(status === 'open' ? 'This request is open already.' : 'This request is closed already.');
    const changes = { status, statusChangedByUserId: userOf(tx).id, updatedAt: timestamp(tx.clock.now()) };
    tx.stores.changeRequests.update(id, changes);
    const after = { ...request, ...changes };
    const isClosed = status === 'close';
    await record(tx, isClosed ? 'secret-approval-closed' : changeRequestReopened, found, {
      [isClosed ? 'closedBy' : 'reopenedBy']: changes.statusChangedByUserId,
    });
    if (isClosed) await announceEnd(tx, found, after);
    return after;
  });
};

/** What a change is when it is based on what is stored now; null if there is nothing left to do. */
const rebased = ({ commit, now, conflict }: RequestedChange): Partial<CommitRow> | null | undefined => {
  if (conflict === null) return {};
  if (commit.op === 'delete' && conflict === 'gone') return null;
  if (commit.op === 'create' && conflict === 'name-taken')
    return { op: 'update', secretId: now!.id, baseVersion: now!.version, keyBefore: commit.key };
  if (conflict !== 'changed') return undefined;
  // Somebody has renamed it: it keeps that name, unless the request renames it, too.
  const isRenaming = commit.keyBefore !== null && commit.keyBefore !== commit.key;
  return {
    baseVersion: now!.version,
    key: isRenaming ? commit.key : now!.key,
    keyBefore: commit.op === 'update' ? now!.key : null,
  };
};

/** Bases a request on the current versions, and removes its reviews: what they approved is not what is there now. */
export const rebaseChangeRequest = async (scope: Scope, id: string): Promise<ChangeRequest> => {
  const { project } = await findForDecision(scope, id);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const found = await findForDecision(tx, id);
    requireOpen(found);
    if (userOf(tx).id !== found.request.committerUserId)
      throw badRequest('Only whoever asked for the change can rebase it.');
    const { changeRequests } = tx.stores;
    const plan = (await changesOf(tx, found)).map((change) => ({ change, to: rebased(change) }));
    refuseConflicts(plan.filter(({ to }) => to === undefined).map(({ change }) => change));
    if (plan.every(({ to }) => to === null))
      throw badRequest('Nothing is left of this request: what it deletes is gone. Close it.');
    const key = await findEncryptionKey(tx, project.row.id);
    for (const { change, to } of plan)
      if (to)
        changeRequests.updateCommit(change.commit.id, {
          ...to,
          ...sealRequestedContent(key, change.commit.id, change.content),
        });
    changeRequests.deleteCommits(plan.flatMap(({ change, to }) => (to === null ? change.commit.id : [])));
    changeRequests.deleteReviews(id);
    const changes = { updatedAt: timestamp(tx.clock.now()) };
    changeRequests.update(id, changes);
    await record(tx, 'secret-approval-rebased', found, { rebasedBy: userOf(tx).id });
    return { ...found.request, ...changes };
  });
};
