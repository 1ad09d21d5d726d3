import type { ProjectAccess } from '../../../access/project-access.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderRow } from '../folders/store.ts';
import type { DynamicSecretRow, MetadataEntry } from './store.ts';

export const dynamicSecretSubject = 'dynamic-secrets';

/** Returns the subject fields of a dynamic secret, which conditions are checked against. */
export const dynamicSecretFields = (folderRef: FolderRef, metadata: readonly MetadataEntry[]) => ({
  ...folderSubjectFields(folderRef),
  metadata,
});

export const dynamicSecretNotFound = (name: string, { path }: FolderRef) =>
  notFound(`Dynamic secret with name '${name}' not found in the path '${path}'.`);

export interface FoundDynamicSecret {
  readonly row: DynamicSecretRow;
  readonly folder: FolderRow;
  readonly folderRef: FolderRef;
}

export const isReadable = (project: ProjectAccess, folderRef: FolderRef, { metadata }: DynamicSecretRow): boolean => {
  const fields = dynamicSecretFields(folderRef, metadata);
  return ['read-root-credential', 'edit-root-credential'].every((action) =>
    project.allows(action, dynamicSecretSubject, fields),
  );
};

/** Finds the dynamic secret by its name, in upper or lower case; 404 if there is none. */
export const findDynamicSecret = async (
  { stores }: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  name: string,
): Promise<FoundDynamicSecret> => {
  const folder = await requireFolderAt(stores, project.row.id, folderRef);
  const row = await stores.dynamicSecrets.find(folder.id, name.toLowerCase());
  if (!row) throw dynamicSecretNotFound(name, folderRef);
  return { row, folder, folderRef };
};

/** Finds the dynamic secret for one of these actions; 403 if the caller may do none of them with it. */
export const findAllowed = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  name: string,
  [action, ...others]: readonly [string, ...string[]],
): Promise<FoundDynamicSecret> => {
  const known = folderSubjectFields(folderRef);
  const mayOther = others.some((other) => project.narrow(other, dynamicSecretSubject, known).mayAllow);
  if (!mayOther) project.requireSome(action, dynamicSecretSubject, known);
  const found = await findDynamicSecret(scope, project, folderRef, name);
  const fields = dynamicSecretFields(folderRef, found.row.metadata);
  if (!others.some((other) => project.allows(other, dynamicSecretSubject, fields)))
    project.require(action, dynamicSecretSubject, fields);
  return found;
};

/** Lists the dynamic secrets of a folder that the caller may read or lease; 403 if none can be allowed. */
export const listAllowed = async (
  { stores }: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
): Promise<DynamicSecretRow[]> => {
  const known = folderSubjectFields(folderRef);
  const actions = ['read-root-credential', 'lease'];
  if (!project.narrow('lease', dynamicSecretSubject, known).mayAllow)
    project.requireSome('read-root-credential', dynamicSecretSubject, known);
  const folder = await requireFolderAt(stores, project.row.id, folderRef);
  const rows = await stores.dynamicSecrets.list(folder.id);
  return rows.filter(({ metadata }) =>
    actions.some((action) => project.allows(action, dynamicSecretSubject, dynamicSecretFields(folderRef, metadata))),
  );
};
