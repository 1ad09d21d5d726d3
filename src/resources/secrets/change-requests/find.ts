import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { mayBypass } from '../../project/approval-policies/rules.ts';
import type { Policy, PolicyUser } from '../../project/approval-policies/store.ts';
import type { ChangeRequest, ChangeRequestFilter, Review } from './store.ts';

export const changeRequestNotFound = () => notFound('Change request not found.');

/** A request with what decides about it. */
export interface FoundChangeRequest {
  readonly project: ProjectAccess;
  readonly request: ChangeRequest;
  readonly policy: Policy;
  /** The approvers and bypassers of the policy now, those of groups among them. */
  readonly users: readonly PolicyUser[];
  readonly reviews: readonly Review[];
}

/** The most approvers and bypassers of a policy that count, those of groups among them. */
const maxUsers = 5_000;

export const approversOf = ({ users }: Pick<FoundChangeRequest, 'users'>): readonly PolicyUser[] =>
  users.filter(({ part, isActive }) => part === 'approver' && isActive);

export const bypassersOf = ({ users }: Pick<FoundChangeRequest, 'users'>): readonly PolicyUser[] =>
  users.filter(({ part, isActive }) => part === 'bypasser' && isActive);

/** Whether the caller may merge the request without enough approvals. */
export const callerMayBypass = ({ actor }: Pick<Scope, 'actor'>, found: FoundChangeRequest): boolean =>
  actor.type === 'user' && mayBypass(found.policy, bypassersOf(found), actor.id);

/** Whether the caller asked for the change, or is an approver or a bypasser of its policy. */
const isInvolved = ({ actor }: Pick<Scope, 'actor'>, { request, users }: FoundChangeRequest): boolean =>
  actor.type === 'user' &&
  (actor.id === request.committerUserId || users.some(({ userId, isActive }) => isActive && userId === actor.id));

/** Finds the request; 404 if the organization has none with this id, and 403 if the caller may not see it. */
export const findChangeRequest = async (scope: Scope, id: string): Promise<FoundChangeRequest> => {
  const { stores, access } = scope;
  const request = await stores.changeRequests.findInOrganization(access.organization.id, id);
  if (!request) throw changeRequestNotFound();
  const project = await access.inProject(request.projectId);
  const [policy, users, reviews] = await Promise.all([
    stores.approvalPolicies.findById(access.organization.id, 'change', request.policyId),
    stores.approvalPolicies.listUsers([request.policyId], maxUsers),
    stores.changeRequests.listReviews([id]),
  ]);
  const found = { project, request, policy: policy!, users, reviews };
  if (!project.allows('read', 'secret-approval-request') && !isInvolved(scope, found))
    project.refuse('read', 'secret-approval-request');
  return found;
};

/**
 * Finds the request to change it; 403 unless the caller asked for it, is an approver or a bypasser, or may edit policies.
 */
export const findForDecision = async (scope: Scope, id: string): Promise<FoundChangeRequest> => {
  const found = await findChangeRequest(scope, id);
  const { project, policy } = found;
  if (!isInvolved(scope, found)) project.require('edit', 'secret-approval');
  if (policy.deletedAt !== null) throw badRequest('The policy of this request was deleted, and the request is closed.');
  return found;
};

/** 400 unless the request is open. */
export const requireOpen = ({ request: { status, hasMerged } }: FoundChangeRequest): void => {
  if (hasMerged) throw badRequest('This request was merged already.');
  if (status !== 'open') throw badRequest('This request is closed. Reopen it first.');
};

/** What the caller sees in lists: everything, or what it made or may review. */
export const visibleTo = async (
  { stores, actor, access }: Scope,
  project: ProjectAccess,
): Promise<ChangeRequestFilter['visible']> => {
  if (project.allows('read', 'secret-approval-request')) return undefined;
  const policyIds =
    actor.type === 'user'
      ? await stores.approvalPolicies.listIdsOf(project.row.id, 'change', access.organization.membershipId)
      : [];
  return { userId: actor.id, policyIds };
};
