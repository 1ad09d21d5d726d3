import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import { changePolicyNotFound } from '../change-policies/find.ts';
import { isApproved } from './approvals.ts';
import { diffsOf } from './diff.ts';
import { callerMayBypass, findChangeRequest, visibleTo } from './find.ts';
import { changesOf } from './service.ts';
import type { ChangeRequestFilter } from './store.ts';
import type { ListedRequest, ShownRequest } from './view.ts';

/** The most approvers and bypassers that a page of requests shows. */
const maxUsers = 10_000;

/** Lists a page of the requests that the caller sees, and their number. */
export const listChangeRequestsOf = async (
  scope: Scope,
  project: ProjectAccess,
  filter: Omit<ChangeRequestFilter, 'visible'>,
  page: Page,
): Promise<{ listed: ListedRequest[]; totalCount: number }> => {
  const { changeRequests, approvalPolicies } = scope.stores;
  const visible = await visibleTo(scope, project);
  const { rows, totalCount } = await changeRequests.list(project.row.id, { ...filter, visible }, page);
  const ids = rows.map(({ id }) => id);
  const policyIds = [...new Set(rows.map(({ policyId }) => policyId))];
  const [policies, users, reviews, commits] = await Promise.all([
    approvalPolicies.findMany(project.row.id, policyIds),
    approvalPolicies.listUsers(policyIds, maxUsers),
    changeRequests.listReviews(ids),
    changeRequests.listCommits(ids),
  ]);
  const listed = rows.map((request) => ({
    request,
    policy: policies.find(({ id }) => id === request.policyId)!,
    users: users.filter(({ policyId }) => policyId === request.policyId),
    reviews: reviews.filter(({ requestId }) => requestId === request.id),
    commits: commits.filter(({ requestId }) => requestId === request.id),
  }));
  return { listed, totalCount };
};

export const countChangeRequestsOf = async (
  scope: Scope,
  project: ProjectAccess,
  policyId: string | undefined,
): Promise<{ open: number; closed: number }> => {
  if (policyId !== undefined) {
    const [policy] = await scope.stores.approvalPolicies.findMany(project.row.id, [policyId]);
    if (policy?.kind !== 'change') throw changePolicyNotFound();
  }
  const visible = await visibleTo(scope, project);
  return scope.stores.changeRequests.count(project.row.id, { visible, policyId });
};

/** Finds a request with its changes, and records the values that are shown as read. */
export const showChangeRequest = async (scope: Scope, id: string): Promise<ShownRequest> => {
  const found = await findChangeRequest(scope, id);
  const { project, request } = found;
  const changes = await changesOf(scope, found);
  const diffs = await diffsOf(scope, project, changes);
  const by = request.statusChangedByUserId;
  const shown = diffs.filter(({ isVisible }) => isVisible);
  if (shown.length > 0)
    scope.audit.recordRead({
      type: 'get-secret-approval-request',
      metadata: {
        ...folderSubjectFields({ environment: request.environment, path: request.secretPath }),
        secretApprovalRequestId: id,
        secretApprovalRequestSlug: request.slug,
        secrets: shown.map(({ change: { commit } }) => ({ secretKey: commit.key })),
      },
      project: project.row,
    });
  return {
    ...found,
    diffs,
    changedBy: by === null ? undefined : await scope.stores.users.findById(by),
    isApproved: await isApproved(scope, found, changes),
    mayBypass: callerMayBypass(scope, found),
  };
};
