import type { Handler } from '../../../contract.ts';
import { findOwnPermissions } from './own-permissions.ts';
import { requireKnownAction } from './rules.ts';
import { explain } from './service.ts';
import { explanationView } from './view.ts';

export const explainAccess: Handler<'explainAccess'> = async (scope, { project, body }) => {
  requireKnownAction(body);
  return explanationView(await explain(scope, project, body));
};

export const getOwnProjectPermissions: Handler<'getOwnProjectPermissions'> = async (scope, { project }) => ({
  data: await findOwnPermissions(scope, project),
});
