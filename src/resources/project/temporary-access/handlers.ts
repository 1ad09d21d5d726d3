import type { Handler } from '../../../contract.ts';
import { changeEnd, endGrant } from './changes.ts';
import { requireOpenEnd } from './rules.ts';
import { listGrants } from './service.ts';
import { changedAccessView, temporaryAccessView } from './view.ts';

export const listTemporaryAccess: Handler<'listTemporaryAccess'> = async (scope, { project, query }) => {
  requireOpenEnd(query);
  const { grants, ...page } = await listGrants(scope, project, query);
  return { ...page, grants: grants.map((grant) => temporaryAccessView(grant, page.at)), leftOut: [...page.leftOut] };
};

export const updateTemporaryAccess: Handler<'updateTemporaryAccess'> = async (scope, { project, params, body }) =>
  changedAccessView(await changeEnd(scope, project, params.temporaryAccessId, body));

export const endTemporaryAccess: Handler<'endTemporaryAccess'> = async (scope, { project, params, query }) =>
  changedAccessView(await endGrant(scope, project, params.temporaryAccessId, query));
