import { RefusedInProject } from '../../../../access/denied.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { forbidden, notFound } from '../../../../platform/errors.ts';
import { helpSections } from '../../../../platform/help-sections.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderWithId } from './readable-secret.ts';
import type { Extent } from '../columns.ts';
import type { SecretWithFolder, SecretTagRow } from '../store.ts';
import { secretSubjectFields } from '../../../../access/secret-fields.ts';

/** A secret found by its id, with its project. */
export interface SecretInProject {
  readonly project: ProjectAccess;
  readonly row: SecretWithFolder;
  readonly folder: FolderWithId;
  readonly tags: readonly SecretTagRow[];
}

const secretNotFound = () => notFound('Secret not found.');

/** The fields of the secret that rules are checked against. */
export const subjectFieldsOf = ({ row, folder, tags }: Pick<SecretInProject, 'row' | 'folder' | 'tags'>) =>
  secretSubjectFields(folder.folderRef, row.key, tags);

/** Throws 403 unless the caller is allowed all of the actions, and for another user's personal secret. */
const authorize = async (
  { stores, actor }: Pick<Scope, 'stores' | 'actor'>,
  project: ProjectAccess,
  row: SecretWithFolder,
  actions: readonly string[],
): Promise<SecretInProject> => {
  const folder = { id: row.folderId, folderRef: { environment: row.environmentSlug, path: row.path } };
  const secret = { project, row, folder, tags: await stores.secrets.tagsOf([row.id]) };
  for (const action of actions) project.require(action, 'secrets', subjectFieldsOf(secret));
  if (row.ownerId !== '' && row.ownerId !== actor.id)
    throw new RefusedInProject(
      project.row,
      forbidden('This is a personal secret of somebody else.', helpSections.membership),
    );
  return secret;
};

/**
 * Finds a secret by id. Throws 403 unless the caller is allowed all of the actions; `missing` creates the error for an
 * unknown id.
 */
export const findSecretById = async (
  scope: Pick<Scope, 'stores' | 'actor' | 'access'>,
  id: string,
  actions: readonly string[],
  extent: Extent,
  missing = secretNotFound,
): Promise<SecretInProject> => {
  const row = await scope.stores.secrets.findInOrganization(scope.access.organization.id, id, extent);
  if (!row) throw missing();
  return authorize(scope, await scope.access.inProject(row.projectId), row, actions);
};

/** Finds and authorizes the secret again in a transaction: it may have been changed or moved since. */
export const findSecretAgain = async (
  tx: Scope,
  { project, row: { id } }: Pick<SecretInProject, 'project' | 'row'>,
  actions: readonly string[],
  missing = secretNotFound,
): Promise<SecretInProject> => {
  const row = await tx.stores.secrets.findInOrganization(project.row.organizationId, id, 'all');
  if (!row) throw missing();
  return authorize(tx, project, row, actions);
};
