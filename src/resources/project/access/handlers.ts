import type { Handler } from '../../../contract.ts';
import { ownPermissions } from './own-permissions.ts';
import { requireKnownAction } from './rules.ts';
import { explain } from './service.ts';
import { explanationView } from './view.ts';

export const explainAccess: Handler<'explainAccess'> = async (scope, { params, body }) => {
  requireKnownAction(body);
  const project = await scope.access.inProject(params.projectId);
  return explanationView(await explain(scope, project, body));
};

export const getOwnProjectPermissions: Handler<'getOwnProjectPermissions'> = async (scope, { params }) => ({
  data: await ownPermissions(scope, await scope.access.inProject(params.projectId)),
});
