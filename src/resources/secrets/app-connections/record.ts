import type { Key } from '../../../platform/db/database.ts';
import type { Scope } from '../../../scope.ts';
import { ofOrganization, ofProject } from '../../../transaction-keys.ts';
import type { AppConnectionRow } from './store.ts';

/** The key of what the connection belongs to. */
export const keyOf = ({ projectId, organizationId }: Pick<AppConnectionRow, 'projectId' | 'organizationId'>): Key =>
  projectId === null ? ofOrganization(organizationId) : ofProject({ id: projectId, organizationId });

/** Records what happened to a connection, in its project if it has one. */
export const record = async (
  { audit, access }: Scope,
  type: string,
  { id, app, projectId }: Pick<AppConnectionRow, 'id' | 'app' | 'projectId'>,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const project = projectId === null ? undefined : (await access.inProject(projectId)).row;
  await audit.record({ type, metadata: { connectionId: id, app, ...metadata }, ...(project && { project }) });
};
