import type { Handler } from '../../../contract.ts';
import { findOwnPermissions } from './own-permissions.ts';
import { requireKnownAction, requireOneActor } from './rules.ts';
import { explain } from './service.ts';
import { findUsage } from './usage/service.ts';
import { usageView } from './usage/view.ts';
import { allowedActorView, explanationView } from './view.ts';
import { listWhoCan } from './who.ts';

export const explainAccess: Handler<'explainAccess'> = async (scope, { project, body }) => {
  requireKnownAction(body);
  requireOneActor(body);
  return explanationView(await explain(scope, project, body));
};

export const listAllowedActors: Handler<'listAllowedActors'> = async (scope, { project, body }) => {
  requireKnownAction(body);
  const { actors, ...page } = await listWhoCan(scope, project, body);
  return { actors: actors.map((actor) => allowedActorView(actor, page.at)), ...page, leftOut: [...page.leftOut] };
};

export const getAccessUsage: Handler<'getAccessUsage'> = async (scope, { project, query }) => {
  project.require('read', 'audit-logs');
  return usageView(await findUsage(scope, project, query));
};

export const getOwnProjectPermissions: Handler<'getOwnProjectPermissions'> = async (scope, { project }) => ({
  data: await findOwnPermissions(scope, project),
});
