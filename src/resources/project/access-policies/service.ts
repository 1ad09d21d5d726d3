import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { closeOfPolicy } from '../access-requests/closing.ts';
import {
  findEnvironments,
  findPeople,
  personIssues,
  readPath,
  requireEnoughPeople,
  requireRoom,
} from '../approval-policies/parts.ts';
import type { Policy, PolicyPersonRow, PolicyRow } from '../approval-policies/store.ts';
import { accessPolicyNotFound } from './find.ts';
import { durationIssues, maxTimePeriod, readDuration, requestExpirationTime } from './rules.ts';

type NewPolicy = Request<'createAccessPolicy'>['body'];
type PolicyChanges = Request<'updateAccessPolicy'>['body'];

const checkInput = (input: PolicyChanges): void =>
  refuseIssues([
    ...durationIssues(maxTimePeriod, input.maxTimePeriod),
    ...durationIssues(requestExpirationTime, input.requestExpirationTime),
    ...personIssues('approvers', input.approvers),
    ...personIssues('bypassers', input.bypassers),
  ]);

const stepsIn = ({ approvalsRequired }: PolicyChanges) =>
  approvalsRequired?.map(({ stepNumber, numberOfApprovals }) => ({ step: stepNumber, approvals: numberOfApprovals }));

const record = (
  { audit }: Scope,
  change: 'create' | 'update' | 'delete',
  { row: project }: ProjectAccess,
  { id, name, secretPath, approvals, enforcementLevel, allowedSelfApprovals, maxTimePeriod: longest }: PolicyRow,
): Promise<void> =>
  audit.record({
    type: `${change}-access-approval-policy`,
    metadata: {
      policyId: id,
      name,
      secretPath,
      approvals,
      enforcementLevel,
      allowedSelfApprovals,
      maxTimePeriod: longest,
    },
    project,
  });

const stored = async ({ stores }: Scope, { projectId, id }: PolicyRow): Promise<Policy> =>
  (await stores.approvalPolicies.findMany(projectId, [id]))[0]!;

const listPeople = async (
  tx: Scope,
  { row: project }: ProjectAccess,
  { approvers = [], bypassers = [] }: Pick<PolicyChanges, 'approvers' | 'bypassers'>,
): Promise<PolicyPersonRow[]> => [
  ...(await findPeople(tx, project, 'approver', approvers)),
  ...(await findPeople(tx, project, 'bypasser', bypassers)),
];

/** The name of a policy without one: its environments, and something that differs. */
const defaultName = (slugs: readonly string[], id: string): string =>
  `${slugs.join('-').slice(0, 250)}-${id.slice(0, 3)}`;

export const addPolicy = (scope: Scope, project: ProjectAccess, input: NewPolicy): Promise<Policy> => {
  checkInput(input);
  const secretPath = readPath(input.secretPath);
  const slugs = input.environments ?? (input.environment ? [input.environment] : []);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const now = timestamp(tx.clock.now());
    const environments = await findEnvironments(tx, project.row, slugs);
    const id = tx.ids.uuid();
    const policy: PolicyRow = {
      id,
      projectId: project.row.id,
      kind: 'access',
      name: input.name?.trim() ?? defaultName(slugs, id),
      secretPath,
      approvals: input.approvals ?? 1,
      steps: stepsIn(input) ?? [],
      enforcementLevel: input.enforcementLevel ?? 'hard',
      allowedSelfApprovals: input.allowedSelfApprovals ?? true,
      maxTimePeriod: readDuration(maxTimePeriod, input.maxTimePeriod) ?? null,
      requestExpirationTime: readDuration(requestExpirationTime, input.requestExpirationTime) ?? null,
      bypassForMachineIdentities: true,
      approversMustRead: false,
      editedBy: tx.access.organization.membershipId,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    const environmentIds = environments.map((environment) => environment.id);
    await requireRoom(tx, project.row, 'access', { id, secretPath, environmentIds });
    const people = await listPeople(tx, project, input);
    requireEnoughPeople(policy, people);
    await tx.stores.approvalPolicies.insert(policy, { environmentIds, people });
    await record(tx, 'create', project, policy);
    return stored(tx, policy);
  });
};

/** Finds the policy in the transaction; 404 if it was deleted. */
const findLive = async (tx: Scope, { row: project }: ProjectAccess, id: string): Promise<Policy> => {
  const policy = await tx.stores.approvalPolicies.findById(project.organizationId, 'access', id);
  if (policy?.deletedAt !== null) throw accessPolicyNotFound();
  return policy;
};

const rowOf = ({ environments: _, environmentIds: _ids, people: _people, ...row }: Policy): PolicyRow => row;

export const changePolicy = (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  input: PolicyChanges,
): Promise<Policy> => {
  checkInput(input);
  const secretPath = input.secretPath === undefined ? undefined : readPath(input.secretPath);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const before = await findLive(tx, project, id);
    if (Object.keys(input).length === 0) return before;
    const environmentIds = input.environments
      ? (await findEnvironments(tx, project.row, input.environments)).map((environment) => environment.id)
      : before.environmentIds;
    const people = input.approvers
      ? await listPeople(tx, project, input)
      : input.bypassers
        ? [
            ...before.people.filter(({ part }) => part === 'approver'),
            ...(await findPeople(tx, project.row, 'bypasser', input.bypassers)),
          ]
        : before.people;
    const policy: PolicyRow = {
      ...rowOf(before),
      name: input.name?.trim() ?? before.name,
      secretPath: secretPath ?? before.secretPath,
      approvals: input.approvals ?? before.approvals,
      steps: stepsIn(input) ?? before.steps,
      enforcementLevel: input.enforcementLevel ?? before.enforcementLevel,
      allowedSelfApprovals: input.allowedSelfApprovals ?? before.allowedSelfApprovals,
      maxTimePeriod:
        readDuration(maxTimePeriod, input.maxTimePeriod) ??
        (input.maxTimePeriod === undefined ? before.maxTimePeriod : null),
      requestExpirationTime:
        readDuration(requestExpirationTime, input.requestExpirationTime) ??
        (input.requestExpirationTime === undefined ? before.requestExpirationTime : null),
      editedBy: tx.access.organization.membershipId,
      updatedAt: timestamp(tx.clock.now()),
    };
    await requireRoom(tx, project.row, 'access', { id, secretPath: policy.secretPath, environmentIds });
    requireEnoughPeople(policy, people);
    await tx.stores.approvalPolicies.update(policy, {
      environmentIds,
      people: people.map(({ part, membershipId, groupId, step }) => ({ part, membershipId, groupId, step })),
    });
    await tx.stores.accessRequests.deleteReviewsOfPending(id);
    await record(tx, 'update', project, policy);
    return stored(tx, policy);
  });
};

/** Deletes the policy with everything that it has granted. */
export const removePolicy = (scope: Scope, project: ProjectAccess, id: string): Promise<Policy> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const policy = await findLive(tx, project, id);
    await closeOfPolicy(tx, project, policy);
    await tx.stores.approvalPolicies.delete(policy, timestamp(tx.clock.now()));
    await record(tx, 'delete', project, policy);
    return stored(tx, policy);
  });
