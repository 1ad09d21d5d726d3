import type { ProjectAccess } from '../../../access/project-access.ts';
import { userOf } from '../../../access/actor.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { requireEnvironments } from '../../project/environments/guard.ts';
import {
  findEnvironments,
  findPeople,
  personIssues,
  readPath,
  requireEnoughPeople,
  requireRoom,
  type PersonInput,
} from '../../project/approval-policies/parts.ts';
import type { Policy, PolicyPersonRow, PolicyRow } from '../../project/approval-policies/store.ts';
import { changePolicyNotFound, findChangePolicy } from './find.ts';

type NewPolicy = Omit<Request<'createChangePolicy'>['body'], 'projectId'>;
type PolicyChanges = Request<'updateChangePolicy'>['body'];

/** Terraform sends both the id and the name of a user, of which one is empty. */
const withoutEmpty = (people: readonly PersonInput[] | undefined): PersonInput[] | undefined =>
  people?.map(({ type, id, username }) => ({
    type,
    id: id === '' ? undefined : id,
    username: username === '' ? undefined : username,
  }));

/** The people of a request; 422 for those of whom neither an id nor a name is known. */
const readPeople = (input: Pick<PolicyChanges, 'approvers' | 'bypassers'>) => {
  const people = { approvers: withoutEmpty(input.approvers), bypassers: withoutEmpty(input.bypassers) };
  refuseIssues([...personIssues('approvers', people.approvers), ...personIssues('bypassers', people.bypassers)]);
  return people;
};

const record = (
  { audit }: Scope,
  change: 'create' | 'update' | 'delete',
  { row: project }: ProjectAccess,
  { id, name, secretPath, approvals, enforcementLevel, allowedSelfApprovals, ...policy }: PolicyRow,
): Promise<void> =>
  audit.record({
    type: `${change}-secret-approval-policy`,
    metadata: {
      policyId: id,
      name,
      secretPath,
      approvals,
      enforcementLevel,
      allowedSelfApprovals,
      bypassForMachineIdentities: policy.bypassForMachineIdentities,
      approversMustRead: policy.approversMustRead,
    },
    project,
  });

const stored = async ({ stores }: Scope, { projectId, id }: PolicyRow): Promise<Policy> =>
  (await stores.approvalPolicies.findMany(projectId, [id]))[0]!;

/** The name of a policy without one: its environments, and something that differs. */
const defaultName = (slugs: readonly string[], id: string): string =>
  `${slugs.join(',').slice(0, 250)}-${id.slice(0, 3)}`;

export const addPolicy = (scope: Scope, project: ProjectAccess, input: NewPolicy): Promise<Policy> => {
  requireEnvironments(project);
  const { approvers = [], bypassers = [] } = readPeople(input);
  const secretPath = readPath(input.secretPath);
  const slugs = input.environments ?? (input.environment ? [input.environment] : []);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const now = timestamp(tx.clock.now());
    const environments = await findEnvironments(tx, project.row, slugs);
    const id = tx.ids.uuid();
    const policy: PolicyRow = {
      id,
      projectId: project.row.id,
      kind: 'change',
      name: input.name?.trim() ?? defaultName(slugs, id),
      secretPath,
      approvals: input.approvals ?? 1,
      steps: [],
      enforcementLevel: input.enforcementLevel ?? 'hard',
      allowedSelfApprovals: input.allowedSelfApprovals ?? true,
      maxTimePeriod: null,
      requestExpirationTime: null,
      bypassForMachineIdentities: input.bypassForMachineIdentities ?? true,
      approversMustRead: input.approversMustRead ?? false,
      editedBy: tx.access.organization.membershipId,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    const environmentIds = environments.map((environment) => environment.id);
    await requireRoom(tx, project.row, 'change', { id, secretPath, environmentIds });
    const people = [
      ...(await findPeople(tx, project.row, 'approver', approvers)),
      ...(await findPeople(tx, project.row, 'bypasser', bypassers)),
    ];
    requireEnoughPeople(policy, people);
    await tx.stores.approvalPolicies.insert(policy, { environmentIds, people });
    await record(tx, 'create', project, policy);
    return stored(tx, policy);
  });
};

/** Finds the policy in the transaction; 404 if it was deleted. */
const findLive = async (tx: Scope, { row: project }: ProjectAccess, id: string): Promise<Policy> => {
  const policy = await tx.stores.approvalPolicies.findById(project.organizationId, 'change', id);
  if (policy?.deletedAt !== null) throw changePolicyNotFound();
  return policy;
};

/** The approvers and bypassers after a change; approvers without bypassers beside them leave none, as Terraform expects. */
const peopleAfter = async (
  tx: Scope,
  { row: project }: ProjectAccess,
  { people }: Policy,
  { approvers, bypassers = approvers && [] }: ReturnType<typeof readPeople>,
): Promise<PolicyPersonRow[]> => {
  const before = (part: PolicyPersonRow['part']): PolicyPersonRow[] =>
    people
      .filter((person) => person.part === part)
      .map(({ membershipId, groupId, step }) => ({ part, membershipId, groupId, step }));
  return [
    ...(approvers ? await findPeople(tx, project, 'approver', approvers) : before('approver')),
    ...(bypassers ? await findPeople(tx, project, 'bypasser', bypassers) : before('bypasser')),
  ];
};

const rowOf = ({ environments: _, environmentIds: _ids, people: _people, ...row }: Policy): PolicyRow => row;

export const changePolicy = async (scope: Scope, id: string, input: PolicyChanges): Promise<Policy> => {
  const { project } = await findChangePolicy(scope, 'edit', id);
  const wanted = readPeople(input);
  const secretPath = input.secretPath === undefined ? undefined : readPath(input.secretPath);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const before = await findLive(tx, project, id);
    if (Object.keys(input).length === 0) return before;
    const environmentIds = input.environments
      ? (await findEnvironments(tx, project.row, input.environments)).map((environment) => environment.id)
      : before.environmentIds;
    const people = await peopleAfter(tx, project, before, wanted);
    const policy: PolicyRow = {
      ...rowOf(before),
      name: input.name?.trim() ?? before.name,
      secretPath: secretPath ?? before.secretPath,
      approvals: input.approvals ?? before.approvals,
      enforcementLevel: input.enforcementLevel ?? before.enforcementLevel,
      allowedSelfApprovals: input.allowedSelfApprovals ?? before.allowedSelfApprovals,
      bypassForMachineIdentities: input.bypassForMachineIdentities ?? before.bypassForMachineIdentities,
      approversMustRead: input.approversMustRead ?? before.approversMustRead,
      editedBy: tx.access.organization.membershipId,
      updatedAt: timestamp(tx.clock.now()),
    };
    await requireRoom(tx, project.row, 'change', { id, secretPath: policy.secretPath, environmentIds });
    requireEnoughPeople(policy, people);
    await tx.stores.approvalPolicies.update(policy, { environmentIds, people });
    await record(tx, 'update', project, policy);
    return stored(tx, policy);
  });
};

/** Deletes the policy and closes its open requests. */
export const removePolicy = async (scope: Scope, id: string): Promise<Policy> => {
  const { project } = await findChangePolicy(scope, 'delete', id);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const policy = await findLive(tx, project, id);
    const now = timestamp(tx.clock.now());
    const by = tx.actor.type === 'user' ? userOf(tx).id : null;
    tx.stores.changeRequests.closeOf(id, { statusChangedByUserId: by, updatedAt: now });
    await tx.stores.approvalPolicies.delete(policy, now);
    await record(tx, 'delete', project, policy);
    return stored(tx, policy);
  });
};
