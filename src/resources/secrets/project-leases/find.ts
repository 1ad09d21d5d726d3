import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { leaseNotFound } from '../dynamic-secret-leases/find.ts';
import type { LeaseFilter, PlacedLease } from '../dynamic-secret-leases/store.ts';
import { dynamicSecretFields, dynamicSecretSubject } from '../dynamic-secrets/find.ts';

/** How many leases are looked at for one response. */
const maxLooked = 10_000;

const fieldsOf = ({ environment, secretPath, metadata }: PlacedLease) =>
  dynamicSecretFields({ environment, path: secretPath }, metadata ?? []);

/** 404 for a dynamic secret that the project does not have and has no leases of. */
const requireKnown = async (
  stores: Scope['stores'],
  projectId: string,
  { dynamicSecretId }: LeaseFilter,
): Promise<void> => {
  if (dynamicSecretId === undefined || (await stores.dynamicSecrets.findById(projectId, dynamicSecretId))) return;
  const leases = await stores.dynamicSecretLeases.listInProject(projectId, { dynamicSecretId }, 1);
  if (leases.length === 0) throw notFound('Dynamic secret not found in this project.');
};

/** Lists the leases that the caller may do this with; 403 if there can be none, 404 for an unknown dynamic secret. */
export const listAllowed = async (
  { stores }: Scope,
  project: ProjectAccess,
  filter: LeaseFilter,
): Promise<PlacedLease[]> => {
  project.requireSome('lease', dynamicSecretSubject);
  await requireKnown(stores, project.row.id, filter);
  const rows = await stores.dynamicSecretLeases.listInProject(project.row.id, filter, maxLooked);
  return rows.filter((row) => project.allows('lease', dynamicSecretSubject, fieldsOf(row)));
};

/** Finds a lease of the project; 404 if there is none, 403 without the action. */
export const requireLease = async (
  { stores }: Scope,
  project: ProjectAccess,
  id: string,
  action: 'lease' | 'delete-root-credential',
): Promise<PlacedLease> => {
  project.requireSome(action, dynamicSecretSubject);
  const lease = await stores.dynamicSecretLeases.findPlaced(project.row.id, id);
  if (!lease || lease.state === 'creating') throw leaseNotFound(id);
  project.require(action, dynamicSecretSubject, fieldsOf(lease));
  return lease;
};
