import { isActive } from '../../../access/grant.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { RefusedInProject } from '../../../access/denied.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import type { Policy } from '../approval-policies/store.ts';
import type { AccessRequestRow, Visible } from './store.ts';

export const accessRequestNotFound = () => notFound('Access request not found.');

/** A request with the policy that it was made under. */
export interface FoundRequest {
  readonly request: AccessRequestRow;
  readonly policy: Policy;
}

/** Finds a request of the organization, and its project; 404 if there is none. */
export const findRequestProject = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  id: string,
): Promise<{ project: ProjectAccess; request: AccessRequestRow }> => {
  const request = await stores.accessRequests.findById(access.organization.id, id);
  if (!request) throw accessRequestNotFound();
  return { project: await access.inProject(request.projectId), request };
};

/** Reads the request again, in the transaction that changes it, with its policy as it is now. */
export const findForChange = async ({ access, stores }: Scope, id: string): Promise<FoundRequest> => {
  const request = await stores.accessRequests.findById(access.organization.id, id);
  if (!request) throw accessRequestNotFound();
  const [policy] = await stores.approvalPolicies.findMany(request.projectId, [request.policyId]);
  return { request, policy: policy! };
};

/** Whose requests the caller sees in the project. */
export const visibleTo = ({ actor, access }: Pick<Scope, 'actor' | 'access'>, project: ProjectAccess): Visible =>
  project.allows('read', 'approval-requests')
    ? 'all'
    : { userId: actor.type === 'user' ? actor.id : undefined, membershipId: access.organization.membershipId };

export const refusal = (project: ProjectAccess, message: string): RefusedInProject =>
  new RefusedInProject(project.row, forbidden(message, helpSections.membership));

/** Whether the caller is an approver of the policy now, in whichever step. */
export const isApprover = async (
  { stores }: Pick<Scope, 'stores'>,
  { id }: Pick<Policy, 'id'>,
  userId: string,
): Promise<boolean> =>
  (await stores.approvalPolicies.listUsers([id], 200, [userId])).some(
    ({ part, isActive: isMember }) => part === 'approver' && isMember,
  );

/** Whether the member has the role `admin` in the project now, also through a group. */
export const isProjectAdministrator = async (
  { stores, clock }: Pick<Scope, 'stores' | 'clock'>,
  projectId: string,
  membershipId: string,
): Promise<boolean> => {
  const now = timestamp(clock.now());
  return (await stores.grants.projectRoles(projectId, membershipId)).some(
    ({ role, temporaryAccessStartTime: startsAt, temporaryAccessEndTime: endsAt }) =>
      role === 'admin' && isActive({ startsAt, endsAt }, now),
  );
};
