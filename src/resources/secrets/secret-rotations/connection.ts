import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { connectionNotFound } from '../app-connections/find.ts';
import { requireOn } from '../app-connections/guard.ts';
import type { AppConnectionRow } from '../app-connections/store.ts';
import type { RotationType } from './types/type.ts';

const refuseOtherKind = ({ app, title }: { app: string; title: string }, connection: { app: string }): void => {
  if (connection.app !== app)
    throw badRequest(`${title} needs a connection of the kind ${app}; this one is of the kind ${connection.app}.`);
};

/** Finds the connection for a rotation of the project: 404, then 403 without `connect`, then 400 if it does not fit. */
export const findUsableConnection = async (
  scope: Scope,
  project: ProjectAccess,
  connectionId: string,
  type: RotationType,
): Promise<AppConnectionRow> => {
  const { stores, access } = scope;
  const connection = await stores.appConnections.findInOrganization(access.organization.id, connectionId);
  if (!connection) throw connectionNotFound();
  await requireOn(scope, 'connect', connection);
  if (connection.projectId !== null && connection.projectId !== project.row.id)
    throw badRequest('This connection belongs to another project. Use one of this project, or of the organization.');
  refuseOtherKind(type, connection);
  return connection;
};
