import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Policy } from '../approval-policies/store.ts';

export const accessPolicyNotFound = () => notFound('Access policy not found.');

/** Finds a policy of the organization, also a deleted one; 403 unless the caller may do the action with policies. */
export const findAccessPolicy = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  action: 'read' | 'edit' | 'delete',
  id: string,
): Promise<{ project: ProjectAccess; policy: Policy }> => {
  const policy = await stores.approvalPolicies.findById(access.organization.id, 'access', id);
  if (!policy) throw accessPolicyNotFound();
  const project = await access.inProject(policy.projectId);
  project.require(action, 'secret-approval');
  return { project, policy };
};
