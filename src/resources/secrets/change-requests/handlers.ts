import type { Handler } from '../../../contract.ts';
import { mergeChangeRequest as merge } from './merge.ts';
import {
  rebaseChangeRequest as rebase,
  reviewChangeRequest as review,
  setChangeRequestStatus as setStatus,
} from './service.ts';
import { countChangeRequestsOf, listChangeRequestsOf, showChangeRequest } from './show.ts';
import { changeRequestView, listedRequestView, reviewView, shownRequestView } from './view.ts';

export const listChangeRequests: Handler<'listChangeRequests'> = async (
  scope,
  { project, query: { environment, committer, status, search, offset, limit } },
) => {
  const filter = { environment, committer, status, search };
  const { listed, totalCount } = await listChangeRequestsOf(scope, project, filter, { offset, limit });
  return { approvals: listed.map(listedRequestView), totalCount };
};

export const countChangeRequests: Handler<'countChangeRequests'> = async (scope, { project, query: { policyId } }) => ({
  approvals: await countChangeRequestsOf(scope, project, policyId),
});

export const getChangeRequest: Handler<'getChangeRequest'> = async (scope, { params: { changeRequestId } }) => ({
  approval: shownRequestView(await showChangeRequest(scope, changeRequestId)),
});

export const reviewChangeRequest: Handler<'reviewChangeRequest'> = async (
  scope,
  { params: { changeRequestId }, body },
) => ({ review: reviewView(await review(scope, changeRequestId, body)) });

export const setChangeRequestStatus: Handler<'setChangeRequestStatus'> = async (
  scope,
  { params: { changeRequestId }, body: { status } },
) => ({ approval: changeRequestView(await setStatus(scope, changeRequestId, status)) });

export const mergeChangeRequest: Handler<'mergeChangeRequest'> = async (
  scope,
  { params: { changeRequestId }, body },
) => ({ approval: changeRequestView(await merge(scope, changeRequestId, body.bypassReason)) });

export const rebaseChangeRequest: Handler<'rebaseChangeRequest'> = async (scope, { params: { changeRequestId } }) => ({
  approval: changeRequestView(await rebase(scope, changeRequestId)),
});
