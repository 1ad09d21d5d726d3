import type { Reply } from '../../../contract.ts';
import { stepsOf } from '../approval-policies/rules.ts';
import type { NamedPersonRow, Policy } from '../approval-policies/store.ts';

type PolicyView = Reply<'getAccessPolicy'>['approval'];

const personView = ({ userId, username, groupId }: NamedPersonRow) =>
  groupId === null ? { type: 'user' as const, id: userId!, name: username! } : { type: 'group' as const, id: groupId };

/** Shows the policy; clients read the number of approvals that a step needs from its approvers. */
export const accessPolicyView = (policy: Policy): PolicyView => {
  const environments = policy.environments.map(({ id, name, slug }) => ({ id, name, slug }));
  const approvers = policy.people.filter(({ part }) => part === 'approver');
  const steps = new Map(stepsOf(policy, approvers).map(({ step, approvals }) => [step, approvals]));
  return {
    id: policy.id,
    projectId: policy.projectId,
    name: policy.name,
    secretPath: policy.secretPath,
    envId: environments[0]?.id ?? null,
    environment: environments[0] ?? null,
    environments,
    approvals: policy.approvals,
    approvers: approvers.map((person) => ({
      ...personView(person),
      sequence: person.step,
      approvalsRequired: steps.get(person.step)!,
    })),
    bypassers: policy.people.filter(({ part }) => part === 'bypasser').map(personView),
    enforcementLevel: policy.enforcementLevel,
    allowedSelfApprovals: policy.allowedSelfApprovals,
    maxTimePeriod: policy.maxTimePeriod,
    requestExpirationTime: policy.requestExpirationTime,
    createdAt: policy.createdAt,
    updatedAt: policy.updatedAt,
    deletedAt: policy.deletedAt,
  };
};
