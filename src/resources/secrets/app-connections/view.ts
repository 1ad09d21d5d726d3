import type { Reply } from '../../../contract.ts';
import type { AppConnectionWithProject } from './store.ts';

type View = Reply<'getAppConnection'>['appConnection'];

export const connectionView = (row: AppConnectionWithProject): View => ({
  id: row.id,
  name: row.name,
  description: row.description,
  app: row.app,
  method: row.method,
  version: 2,
  orgId: row.organizationId,
  projectId: row.projectId,
  isPlatformManagedCredentials: row.isPlatformManaged,
  isAutoRotationEnabled: false,
  gatewayId: null,
  gatewayPoolId: null,
  credentialsHash: row.credentialsHash,
  credentials: row.credentials,
  project:
    row.projectId === null
      ? null
      : { id: row.projectId, name: row.projectName!, slug: row.projectSlug!, type: row.projectType! },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const availableView = ({ id, name, app, projectId, organizationId }: AppConnectionWithProject) => ({
  id,
  name,
  app,
  projectId,
  orgId: organizationId,
});
