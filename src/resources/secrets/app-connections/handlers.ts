import type { Handler } from '../../../contract.ts';
import { apps } from './apps/index.ts';
import { findConnection, findConnectionByName, listConnections } from './find.ts';
import { rotateOwnPassword } from './rotate.ts';
import { addConnection, changeConnection, removeConnection, tryConnection } from './service.ts';
import { availableView, connectionView } from './view.ts';

export const listAppConnectionOptions: Handler<'listAppConnectionOptions'> = () =>
  Promise.resolve({
    appConnectionOptions: Object.values(apps)
      .map(({ name, title, method }) => ({
        name: title,
        app: name,
        methods: [method],
        supportsPlatformManagement: true,
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  });

export const listAppConnections: Handler<'listAppConnections'> = async (scope, { query }) => ({
  appConnections: (await listConnections(scope, 'read', query)).map(connectionView),
});

export const listAppConnectionsOfApp: Handler<'listAppConnectionsOfApp'> = async (scope, { params, query }) => ({
  appConnections: (await listConnections(scope, 'read', { ...params, ...query })).map(connectionView),
});

export const listAvailableAppConnections: Handler<'listAvailableAppConnections'> = async (
  scope,
  { params, query },
) => ({
  appConnections: (await listConnections(scope, 'connect', { ...params, ...query })).map(availableView),
});

export const getAppConnection: Handler<'getAppConnection'> = async (scope, { params }) => ({
  appConnection: connectionView(await findConnection(scope, 'read', params)),
});

export const getAppConnectionByName: Handler<'getAppConnectionByName'> = async (scope, { params, query }) => ({
  appConnection: connectionView(await findConnectionByName(scope, params.app, params.connectionName, query.projectId)),
});

export const createAppConnection: Handler<'createAppConnection'> = async (scope, { params, body }) => ({
  appConnection: connectionView(await addConnection(scope, params.app, body)),
});

export const updateAppConnection: Handler<'updateAppConnection'> = async (scope, { params, body }) => ({
  appConnection: connectionView(await changeConnection(scope, await findConnection(scope, 'edit', params), body)),
});

export const deleteAppConnection: Handler<'deleteAppConnection'> = async (scope, { params }) => ({
  appConnection: connectionView(await removeConnection(scope, await findConnection(scope, 'delete', params))),
});

export const testAppConnection: Handler<'testAppConnection'> = async (scope, { params }) => {
  await tryConnection(scope, await findConnection(scope, 'read', params));
  return { message: 'The login succeeded.' };
};

export const rotateAppConnectionCredentials: Handler<'rotateAppConnectionCredentials'> = async (scope, { params }) => ({
  appConnection: connectionView(
    await rotateOwnPassword(scope, await findConnection(scope, 'rotate-credentials', params)),
  ),
});
