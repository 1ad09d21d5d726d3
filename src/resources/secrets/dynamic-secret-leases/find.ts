import type { ProjectAccess } from '../../../access/project-access.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { dynamicSecretFields, dynamicSecretSubject } from '../dynamic-secrets/find.ts';
import type { DynamicSecretRow } from '../dynamic-secrets/store.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { LeaseRow } from './store.ts';

/** The operator of Infisical looks for the beginning of this text, and creates another lease then. */
export const leaseNotFound = (id: string) => notFound(`Dynamic secret lease with ID '${id}' not found`);

export interface FoundLease {
  readonly lease: LeaseRow;
  readonly secret: DynamicSecretRow;
}

/** Finds a lease of a dynamic secret in the folder; 404 if there is none, 403 if the caller may not lease that. */
export const findLease = async (
  { stores }: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  id: string,
): Promise<FoundLease> => {
  project.requireSome('lease', dynamicSecretSubject, folderSubjectFields(folderRef));
  const folder = await requireFolderAt(stores, project.row.id, folderRef);
  const lease = await stores.dynamicSecretLeases.find(id);
  if (lease?.projectId !== project.row.id || lease.state === 'creating') throw leaseNotFound(id);
  const secret = await stores.dynamicSecrets.findById(project.row.id, lease.dynamicSecretId);
  if (secret?.folderId !== folder.id) throw leaseNotFound(id);
  project.require('lease', dynamicSecretSubject, dynamicSecretFields(folderRef, secret.metadata));
  return { lease, secret };
};
