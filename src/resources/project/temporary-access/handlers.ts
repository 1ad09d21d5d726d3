import type { Handler } from '../../../contract.ts';
import { requireOpenEnd } from './rules.ts';
import { listGrants } from './service.ts';
import { temporaryAccessView } from './view.ts';

export const listTemporaryAccess: Handler<'listTemporaryAccess'> = async (scope, { project, query }) => {
  requireOpenEnd(query);
  const { grants, ...page } = await listGrants(scope, project, query);
  return { ...page, grants: grants.map((grant) => temporaryAccessView(grant, page.at)), leftOut: [...page.leftOut] };
};
