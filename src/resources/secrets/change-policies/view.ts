import type { Reply } from '../../../contract.ts';
import type { NamedPersonRow, Policy } from '../../project/approval-policies/store.ts';

type PolicyView = Reply<'getChangePolicy'>['approval'];

const personView = ({ userId, username, groupId }: NamedPersonRow) =>
  groupId === null
    ? { type: 'user' as const, id: userId!, username: username! }
    : { type: 'group' as const, id: groupId };

export const changePolicyView = (policy: Policy): PolicyView => {
  const environments = policy.environments.map(({ id, name, slug }) => ({ id, name, slug }));
  const of = (part: NamedPersonRow['part']) => policy.people.filter((person) => person.part === part).map(personView);
  return {
    id: policy.id,
    projectId: policy.projectId,
    name: policy.name,
    secretPath: policy.secretPath,
    envId: environments[0]?.id ?? null,
    environment: environments[0] ?? null,
    environments,
    approvals: policy.approvals,
    approvers: of('approver'),
    bypassers: of('bypasser'),
    enforcementLevel: policy.enforcementLevel,
    allowedSelfApprovals: policy.allowedSelfApprovals,
    bypassForMachineIdentities: policy.bypassForMachineIdentities,
    approversMustRead: policy.approversMustRead,
    createdAt: policy.createdAt,
    updatedAt: policy.updatedAt,
    deletedAt: policy.deletedAt,
  };
};

export const governingPolicyView = (
  found: { readonly policy: Policy; readonly userApprovers: readonly string[] } | undefined,
) =>
  found
    ? {
        policy: {
          ...changePolicyView(found.policy),
          userApprovers: found.userApprovers.map((userId) => ({ userId })),
        },
      }
    : {};
