import type { Handler } from '../../../contract.ts';
import { findChangePolicy, findGoverningPolicy } from './find.ts';
import { addPolicy, changePolicy, removePolicy } from './service.ts';
import { changePolicyView, governingPolicyView } from './view.ts';

export const createChangePolicy: Handler<'createChangePolicy'> = async (scope, { project, body }) => ({
  approval: changePolicyView(await addPolicy(scope, project, body)),
});

export const listChangePolicies: Handler<'listChangePolicies'> = async ({ stores }, { project }) => ({
  approvals: (await stores.approvalPolicies.list(project.row.id, 'change')).map(changePolicyView),
});

export const getGoverningChangePolicy: Handler<'getGoverningChangePolicy'> = async (scope, { project, query }) =>
  governingPolicyView(await findGoverningPolicy(scope, project, query));

export const getChangePolicy: Handler<'getChangePolicy'> = async (scope, { params }) => ({
  approval: changePolicyView((await findChangePolicy(scope, 'read', params.changePolicyId)).policy),
});

export const updateChangePolicy: Handler<'updateChangePolicy'> = async (scope, { params, body }) => ({
  approval: changePolicyView(await changePolicy(scope, params.changePolicyId, body)),
});

export const deleteChangePolicy: Handler<'deleteChangePolicy'> = async (scope, { params }) => ({
  approval: changePolicyView(await removePolicy(scope, params.changePolicyId)),
});
