import type { Handler } from '../../../contract.ts';
import { findPolicyProject } from '../approval-policies/project.ts';
import { findRequestProject } from './find.ts';
import { countRequests, listRequests, present, requireVisible } from './list.ts';
import { review } from './review.ts';
import { ask, edit, revoke } from './service.ts';
import { accessRequestView, reviewView } from './view.ts';

export const createAccessRequest: Handler<'createAccessRequest'> = async (scope, { query, body }) => {
  const project = await findPolicyProject(scope, 'query', query);
  return { approval: accessRequestView(await ask(scope, project, body)) };
};

export const listAccessRequests: Handler<'listAccessRequests'> = async (scope, { query }) => {
  return listRequests(scope, await findPolicyProject(scope, 'query', query), query);
};

export const countAccessRequests: Handler<'countAccessRequests'> = async (scope, { query }) => {
  return countRequests(scope, await findPolicyProject(scope, 'query', query), query);
};

export const getAccessRequest: Handler<'getAccessRequest'> = async (scope, { params }) => {
  const { project, request } = await findRequestProject(scope, params.accessRequestId);
  await requireVisible(scope, project, request);
  const [shown] = await present(scope, project, [request]);
  return { request: shown! };
};

export const updateAccessRequest: Handler<'updateAccessRequest'> = async (scope, { params, body }) => {
  const { project, request } = await findRequestProject(scope, params.accessRequestId);
  return { approval: accessRequestView(await edit(scope, project, request.id, body)) };
};

export const reviewAccessRequest: Handler<'reviewAccessRequest'> = async (scope, { params, body }) => {
  const { project, request } = await findRequestProject(scope, params.accessRequestId);
  return { review: reviewView(await review(scope, project, request.id, body)) };
};

export const revokeAccessRequest: Handler<'revokeAccessRequest'> = async (scope, { params }) => {
  const { project, request } = await findRequestProject(scope, params.accessRequestId);
  return { request: accessRequestView(await revoke(scope, project, request.id)) };
};
