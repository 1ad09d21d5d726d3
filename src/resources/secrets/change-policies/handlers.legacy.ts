import type { Handler } from '../../../contract.ts';
import { findChangePolicy, findGoverningPolicy } from './find.ts';
import { addPolicy, changePolicy, removePolicy } from './service.ts';
import { changePolicyView, governingPolicyView } from './view.ts';

export const createWorkspaceChangePolicy: Handler<'createWorkspaceChangePolicy'> = async (
  scope,
  { project, body },
) => ({ approval: changePolicyView(await addPolicy(scope, project, body)) });

export const listWorkspaceChangePolicies: Handler<'listWorkspaceChangePolicies'> = async ({ stores }, { project }) => ({
  approvals: (await stores.approvalPolicies.list(project.row.id, 'change')).map(changePolicyView),
});

export const getWorkspaceGoverningPolicy: Handler<'getWorkspaceGoverningPolicy'> = async (scope, { project, query }) =>
  governingPolicyView(await findGoverningPolicy(scope, project, query));

export const getWorkspaceChangePolicy: Handler<'getWorkspaceChangePolicy'> = async (scope, { params }) => ({
  approval: changePolicyView((await findChangePolicy(scope, 'read', params.changePolicyId)).policy),
});

export const updateWorkspaceChangePolicy: Handler<'updateWorkspaceChangePolicy'> = async (scope, { params, body }) => ({
  approval: changePolicyView(await changePolicy(scope, params.changePolicyId, body)),
});

export const deleteWorkspaceChangePolicy: Handler<'deleteWorkspaceChangePolicy'> = async (scope, { params }) => ({
  approval: changePolicyView(await removePolicy(scope, params.changePolicyId)),
});
