import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireOn, type Verb } from './guard.ts';
import type { AppConnectionWithProject, AppName } from './store.ts';

export const connectionNotFound = () => notFound('App connection not found.');

const refuseOtherKind = (kind: string, asked: string): void => {
  if (kind !== asked) throw badRequest(`This connection is of the kind ${kind}: use the path of that kind.`);
};

/** Finds the connection; 404 if the organization has none with this id, then 403, then 400 for another kind. */
export const findConnection = async (
  scope: Scope,
  verb: Verb,
  { app, connectionId }: { readonly app: AppName; readonly connectionId: string },
): Promise<AppConnectionWithProject> => {
  const { stores, access } = scope;
  const connection = await stores.appConnections.findInOrganization(access.organization.id, connectionId);
  if (!connection) throw connectionNotFound();
  await requireOn(scope, verb, connection);
  refuseOtherKind(connection.app, app);
  return connection;
};

/** Finds the connection of this name in the project, or in the organization. */
export const findConnectionByName = async (
  scope: Scope,
  app: AppName,
  name: string,
  projectId: string | undefined,
): Promise<AppConnectionWithProject> => {
  const { stores, access } = scope;
  const project = projectId === undefined ? undefined : await access.inProject(projectId);
  if (project) project.requireSome('read-app-connections', 'app-connections');
  else access.requireSome('read', 'app-connections');
  const connection = await stores.appConnections.findByName(project?.row.id ?? access.organization.id, app, name);
  if (!connection) throw connectionNotFound();
  await requireOn(scope, 'read', connection);
  return connection;
};

/** Lists the connections that the caller may read or use: those of the project, or of the organization. */
export const listConnections = async (
  { stores, access }: Scope,
  verb: 'read' | 'connect',
  { app, projectId }: { readonly app?: AppName; readonly projectId?: string | undefined },
): Promise<AppConnectionWithProject[]> => {
  const organizationId = access.organization.id;
  const project = projectId === undefined ? undefined : await access.inProject(projectId);
  if (!project) {
    access.requireSome(verb, 'app-connections');
    const rows = await stores.appConnections.list([organizationId], app);
    return rows.filter(({ id: connectionId }) => access.allows(verb, 'app-connections', { connectionId }));
  }
  const action = `${verb}-app-connections`;
  const mayUseOthers = verb === 'connect' && access.allowsSome(verb, 'app-connections');
  if (!mayUseOthers) project.requireSome(action, 'app-connections');
  const rows = await stores.appConnections.list([project.row.id, ...(mayUseOthers ? [organizationId] : [])], app);
  return rows.filter(({ id: connectionId, projectId: ownProject }) =>
    ownProject === null
      ? access.allows(verb, 'app-connections', { connectionId })
      : project.allows(action, 'app-connections', { connectionId }),
  );
};
