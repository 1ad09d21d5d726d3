import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findGoverning } from '../../project/approval-policies/rules.ts';
import type { Policy } from '../../project/approval-policies/store.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { requireActiveEnvironment } from '../../project/environments/guard.ts';

export const changePolicyNotFound = () => notFound('Change policy not found.');

/** Finds a policy of the organization, also a deleted one; 403 unless the caller may do the action with policies. */
export const findChangePolicy = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  action: 'read' | 'edit' | 'delete',
  id: string,
): Promise<{ project: ProjectAccess; policy: Policy }> => {
  const policy = await stores.approvalPolicies.findById(access.organization.id, 'change', id);
  if (!policy) throw changePolicyNotFound();
  const project = await access.inProject(policy.projectId);
  project.require(action, 'secret-approval');
  return { project, policy };
};

/** The most approvers that are shown. */
const maxApprovers = 5_000;

/** Finds the policy that governs a folder, with the ids of those who approve; undefined if none does. */
export const findGoverningPolicy = async (
  { stores }: Pick<Scope, 'stores'>,
  { row: project }: ProjectAccess,
  { environment: slug, secretPath }: { readonly environment: string; readonly secretPath: string },
): Promise<{ policy: Policy; userApprovers: string[] } | undefined> => {
  const path = readPath(secretPath, inQuery('secretPath'));
  const environment = requireActiveEnvironment(await stores.environments.findBySlug(project.id, slug));
  const policies = await stores.approvalPolicies.list(project.id, 'change');
  const policy = findGoverning(policies, environment.id, path);
  if (!policy) return undefined;
  const users = await stores.approvalPolicies.listUsers([policy.id], maxApprovers);
  const approvers = users.filter(({ part, isActive }) => part === 'approver' && isActive);
  return { policy, userApprovers: [...new Set(approvers.map(({ userId }) => userId))] };
};
