import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Handler } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { requireActiveEnvironment } from '../environments/guard.ts';
import { findPolicyProject } from '../approval-policies/project.ts';
import type { Policy } from '../approval-policies/store.ts';
import { findAbleApprovers } from './able-approvers.ts';
import { findAccessPolicy } from './find.ts';
import { addPolicy, changePolicy, removePolicy } from './service.ts';
import { accessPolicyView } from './view.ts';

const savedView = async (scope: Scope, project: ProjectAccess, policy: Policy) => ({
  approval: accessPolicyView(policy),
  ...(await findAbleApprovers(scope, project, policy)),
});

export const createAccessPolicy: Handler<'createAccessPolicy'> = async (scope, { body }) => {
  const project = await findPolicyProject(scope, 'body', body);
  project.require('create', 'secret-approval');
  return savedView(scope, project, await addPolicy(scope, project, body));
};

export const listAccessPolicies: Handler<'listAccessPolicies'> = async (scope, { query }) => {
  const project = await findPolicyProject(scope, 'query', query);
  return { approvals: (await scope.stores.approvalPolicies.list(project.row.id, 'access')).map(accessPolicyView) };
};

export const countAccessPolicies: Handler<'countAccessPolicies'> = async (scope, { query }) => {
  const { row: project } = await findPolicyProject(scope, 'query', query);
  const policies = await scope.stores.approvalPolicies.list(project.id, 'access');
  if (query.envSlug === undefined) return { count: policies.length };
  const { id } = requireActiveEnvironment(await scope.stores.environments.findBySlug(project.id, query.envSlug));
  return { count: policies.filter(({ environmentIds }) => environmentIds.includes(id)).length };
};

export const getAccessPolicy: Handler<'getAccessPolicy'> = async (scope, { params }) => {
  const { policy } = await findAccessPolicy(scope, 'read', params.accessPolicyId);
  return { approval: accessPolicyView(policy) };
};

export const updateAccessPolicy: Handler<'updateAccessPolicy'> = async (scope, { params, body }) => {
  const { project } = await findAccessPolicy(scope, 'edit', params.accessPolicyId);
  return savedView(scope, project, await changePolicy(scope, project, params.accessPolicyId, body));
};

export const deleteAccessPolicy: Handler<'deleteAccessPolicy'> = async (scope, { params }) => {
  const { project } = await findAccessPolicy(scope, 'delete', params.accessPolicyId);
  return { approval: accessPolicyView(await removePolicy(scope, project, params.accessPolicyId)) };
};
