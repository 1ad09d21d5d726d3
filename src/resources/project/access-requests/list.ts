import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply, Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { refusal, visibleTo } from './find.ts';
import { maxUsers } from './progress.ts';
import type { AccessRequestRow, RequestFilter } from './store.ts';
import { shownRequestView, stateOf, type Shown } from './view.ts';

type ListInput = Request<'listAccessRequests'>['query'];
type Page = Reply<'listAccessRequests'>;

/** How many requests that may wait for the caller are examined. */
const maxExamined = 500;

const callerIdOf = ({ actor }: Pick<Scope, 'actor'>): string | undefined =>
  actor.type === 'user' ? actor.id : undefined;

/** Reads what decides whether requests wait for the caller. */
const readStates = async (scope: Scope, projectId: string, requests: readonly AccessRequestRow[]) => {
  const { stores, clock } = scope;
  const callerId = callerIdOf(scope);
  const policyIds = [...new Set(requests.map(({ policyId }) => policyId))];
  const [policies, reviews] = await Promise.all([
    stores.approvalPolicies.findMany(projectId, policyIds),
    stores.accessRequests.listReviews(requests.map(({ id }) => id)),
  ]);
  const asked = new Set([
    ...reviews.map(({ reviewerUserId }) => reviewerUserId),
    ...(callerId === undefined ? [] : [callerId]),
  ]);
  const reviewers = await stores.approvalPolicies.listUsers(policyIds, maxUsers, [...asked]);
  return { policies, reviews, reviewers, callerId, now: timestamp(clock.now()) };
};

/** Shows requests with all that they refer to. */
export const present = async (
  scope: Scope,
  { row: project }: ProjectAccess,
  requests: readonly AccessRequestRow[],
): Promise<Page['requests']> => {
  if (requests.length === 0) return [];
  const { stores } = scope;
  const states = await readStates(scope, project.id, requests);
  const userIds = [
    ...requests.flatMap((each) => [each.requestedByUserId, each.approvedByUserId, each.revokedByUserId]),
    ...states.reviews.map(({ reviewerUserId }) => reviewerUserId),
  ].filter((id) => id !== null);
  const [users, people, privileges] = await Promise.all([
    stores.approvalPolicies.listUsers(
      states.policies.map(({ id }) => id),
      maxUsers,
    ),
    stores.accessRequests.listPeople(project.organizationId, [...new Set(userIds)]),
    stores.privileges.findMany(requests.flatMap(({ privilegeId }) => privilegeId ?? [])),
  ]);
  const shown: Shown = {
    ...states,
    users,
    privileges,
    people: new Map(people.map((person) => [person.userId, person])),
  };
  return requests.map((request) => shownRequestView(request, shown));
};

/** Lists the requests that wait for the caller, the newest first. */
const listReviewable = async (
  scope: Scope,
  { row: project }: ProjectAccess,
  filter: RequestFilter,
): Promise<AccessRequestRow[]> => {
  if (callerIdOf(scope) === undefined) return [];
  const { membershipId } = scope.access.organization;
  const requests = await scope.stores.accessRequests.listApprovable(filter, membershipId, maxExamined);
  if (requests.length === 0) return [];
  const states = await readStates(scope, project.id, requests);
  const policies = new Map(states.policies.map((policy) => [policy.id, policy]));
  return requests.filter((request) => stateOf(request, policies.get(request.policyId)!, states).canReview);
};

const filterOf = (scope: Scope, project: ProjectAccess): RequestFilter => ({
  projectId: project.row.id,
  visible: visibleTo(scope, project),
  now: timestamp(scope.clock.now()),
});

export const listRequests = async (
  scope: Scope,
  project: ProjectAccess,
  { authorUserId, envSlug: environment, status, offset, limit }: ListInput,
): Promise<Page> => {
  const filter = { ...filterOf(scope, project), authorUserId, environment };
  if (status === 'reviewable') {
    const all = await listReviewable(scope, project, filter);
    return { requests: await present(scope, project, all.slice(offset, offset + limit)), totalCount: all.length };
  }
  const { rows, totalCount } = await scope.stores.accessRequests.list({ ...filter, state: status }, { offset, limit });
  return { requests: await present(scope, project, rows), totalCount };
};

export const countRequests = async (
  scope: Scope,
  project: ProjectAccess,
  { policyId }: Request<'countAccessRequests'>['query'],
): Promise<Reply<'countAccessRequests'>> => {
  const filter = { ...filterOf(scope, project), policyId };
  const { accessRequests } = scope.stores;
  const [pendingCount, finalizedCount, reviewable] = await Promise.all([
    accessRequests.count({ ...filter, state: 'pending' }),
    accessRequests.count({ ...filter, state: 'finalized' }),
    listReviewable(scope, project, filter),
  ]);
  return { pendingCount, finalizedCount, reviewableCount: reviewable.length };
};

/** 403 unless the caller's list shows the request. */
export const requireVisible = async (
  scope: Scope,
  project: ProjectAccess,
  { id, policyId, requestedByUserId }: AccessRequestRow,
): Promise<void> => {
  const visible = visibleTo(scope, project);
  if (visible === 'all' || requestedByUserId === visible.userId) return;
  const filter = { ...filterOf(scope, project), policyId, authorUserId: requestedByUserId };
  if (!(await scope.stores.accessRequests.has(filter, id)))
    throw refusal(project, 'You may see your own requests, and those that you may approve.');
};
