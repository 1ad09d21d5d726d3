import { userOf } from '../../../access/actor.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { requireAllowedRange } from '../access-policies/rules.ts';
import { findGoverning } from '../approval-policies/rules.ts';
import type { Policy } from '../approval-policies/store.ts';
import { findEnvironments } from '../approval-policies/parts.ts';
import { auditedRules } from '../grants/rules.ts';
import { isOver, parseRange } from '../grants/period.ts';
import { requireDeletable } from '../privileges/grant.ts';
import { noValues } from '../../../access/abilities.ts';
import { userMember } from '../privileges/find.ts';
import { deletePrivilege } from './closing.ts';
import { findForChange, isApprover, isProjectAdministrator, refusal } from './find.ts';
import { findRequester } from './grant.ts';
import { tell } from './notify.ts';
import { readAsked, readRange, type Asked } from './rules.ts';
import type { AccessRequestRow } from './store.ts';

/** How many requests of a user in a project may wait. */
const maxPending = 20;

/** Finds the policy that governs what is asked for; 404 if there is none. */
export const findPolicy = async (
  tx: Scope,
  { row: project }: ProjectAccess,
  { environment, secretPath }: Asked,
): Promise<Policy> => {
  const [found] = await findEnvironments(tx, project, [environment]);
  const policies = await tx.stores.approvalPolicies.list(project.id, 'access');
  const policy = findGoverning(policies, found!.id, secretPath);
  if (!policy)
    throw notFound(
      `No access policy lets anybody ask for ${secretPath} in ${environment}. Ask for less, or for a policy.`,
    );
  return policy;
};

/** 400 if the user waits for the same, or has it. */
const refuseDuplicate = async (
  { stores, clock }: Scope,
  asked: Pick<AccessRequestRow, 'projectId' | 'requestedByUserId' | 'policyId' | 'permissions' | 'isTemporary'>,
): Promise<void> => {
  const now = timestamp(clock.now());
  const open = await stores.accessRequests.listOpenOfUser(asked.projectId, asked.requestedByUserId, now);
  if (open.filter(({ status }) => status === 'pending').length >= maxPending)
    throw badRequest(`You have ${maxPending} requests in this project that wait, which is the limit. Withdraw one.`);
  const same = open.find(
    ({ policyId, permissions, isTemporary, status, endsAt }) =>
      policyId === asked.policyId &&
      isTemporary === asked.isTemporary &&
      JSON.stringify(permissions) === JSON.stringify(asked.permissions) &&
      (status === 'pending' || !isTemporary || !isOver({ temporaryAccessEndTime: endsAt ?? now }, now)),
  );
  if (same)
    throw badRequest(
      same.status === 'pending'
        ? 'You have asked for this already, and it waits for approval.'
        : 'You have this access already.',
    );
};

export const ask = (
  scope: Scope,
  project: ProjectAccess,
  body: Request<'createAccessRequest'>['body'],
): Promise<AccessRequestRow> => {
  const asked = readAsked(body.permissions);
  const temporaryRange = readRange(body);
  const { id: userId } = userOf(scope);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const policy = await findPolicy(tx, project, asked);
    requireAllowedRange(policy, temporaryRange);
    await findRequester(tx, project.row, userId);
    const now = tx.clock.now();
    const request: AccessRequestRow = {
      id: tx.ids.uuid(),
      projectId: project.row.id,
      policyId: policy.id,
      requestedByUserId: userId,
      environment: asked.environment,
      secretPath: asked.secretPath,
      permissions: asked.rules,
      isTemporary: body.isTemporary,
      temporaryRange,
      note: body.note ?? null,
      status: 'pending',
      editedByUserId: null,
      editNote: null,
      expiresAt:
        policy.requestExpirationTime === null
          ? null
          : timestamp(new Date(now.getTime() + parseRange(policy.requestExpirationTime)!)),
      approvedAt: null,
      approvedByUserId: null,
      bypassReason: null,
      revokedAt: null,
      revokedByUserId: null,
      privilegeId: null,
      privilegeDeletedAt: null,
      endsAt: null,
      createdAt: timestamp(now),
      updatedAt: timestamp(now),
    };
    await refuseDuplicate(tx, request);
    await tx.stores.accessRequests.insert(request);
    await tx.audit.record({
      type: 'access-approval-request-create',
      metadata: {
        requestId: request.id,
        policyId: policy.id,
        isTemporary: request.isTemporary,
        ...(temporaryRange !== null && { temporaryRange }),
        permissions: auditedRules(request.permissions),
        ...(request.note !== null && { note: request.note }),
      },
      project: project.row,
    });
    await tell(tx, project.row, request, 'asked', { byUserId: userId });
    return request;
  });
};

/** 400 unless the request can still be approved. */
export const requirePending = ({ status, expiresAt }: AccessRequestRow, now: string): void => {
  if (status !== 'pending') throw badRequest(`This request is ${status} already.`);
  if (expiresAt !== null && expiresAt <= now)
    throw badRequest(`This request could be approved until ${expiresAt}. Ask again.`);
};

/** Shortens what a request asks for, and removes the approvals of what it asked for before. */
export const edit = (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  { temporaryRange, editNote }: Request<'updateAccessRequest'>['body'],
): Promise<AccessRequestRow> => {
  const { id: userId } = userOf(scope);
  const range = readRange({ isTemporary: true, temporaryRange });
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { request, policy } = await findForChange(tx, id);
    const { membershipId } = tx.access.organization;
    if (!(await isApprover(tx, policy, userId)) && !(await isProjectAdministrator(tx, project.row.id, membershipId)))
      throw refusal(project, 'Only approvers of the policy and administrators of the project may change a request.');
    const now = timestamp(tx.clock.now());
    requirePending(request, now);
    requireAllowedRange(policy, range);
    if (request.temporaryRange !== null && parseRange(range!)! > parseRange(request.temporaryRange)!)
      throw badRequest(`The request is for ${request.temporaryRange}; it can only be made shorter.`);
    const changes = { isTemporary: true, temporaryRange: range, editNote, editedByUserId: userId, updatedAt: now };
    await tx.stores.accessRequests.update(id, changes);
    await tx.stores.accessRequests.deleteReviews(id);
    await tx.audit.record({
      type: 'access-approval-request-update',
      metadata: { requestId: id, policyId: policy.id, temporaryRange: range, editNote },
      project: project.row,
    });
    const changed = { ...request, ...changes };
    await tell(tx, project.row, changed, 'edited', { byUserId: userId });
    return changed;
  });
};

/** Ends what the request has granted, with the next request of whoever has it. */
export const revoke = (scope: Scope, project: ProjectAccess, id: string): Promise<AccessRequestRow> => {
  const { id: userId } = userOf(scope);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { request, policy } = await findForChange(tx, id);
    const isGivenBack = request.requestedByUserId === userId;
    const isOwn = isGivenBack || (await isApprover(tx, policy, userId));
    const user = await tx.stores.projectUsers.findOfUser(project.row.id, request.requestedByUserId);
    const privilege =
      request.privilegeId === null ? undefined : await tx.stores.privileges.findById(request.privilegeId);
    const member = user && userMember(user);
    if (!isOwn) {
      project.require('assign-additional-privileges', 'member', member?.fields ?? {});
      if (member && privilege) await requireDeletable(tx, project, { ...member, values: noValues }, privilege);
    }
    if (request.status !== 'approved')
      throw badRequest(`Only approved requests can be revoked; this one is ${request.status}.`);
    const now = timestamp(tx.clock.now());
    const changes = {
      status: 'revoked' as const,
      revokedAt: now,
      revokedByUserId: userId,
      privilegeId: null,
      privilegeDeletedAt: now,
      endsAt: null,
      updatedAt: now,
    };
    await tx.stores.accessRequests.update(id, changes);
    await deletePrivilege(tx.stores, request);
    await tx.audit.record({
      type: 'access-approval-request-revoke',
      metadata: { requestId: id, requestedByUserId: request.requestedByUserId, policyId: policy.id },
      project: project.row,
    });
    await tell(tx, project.row, request, 'revoked', { byUserId: userId });
    return { ...request, ...changes };
  });
};
