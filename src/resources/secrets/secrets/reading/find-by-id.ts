import { RefusedInProject } from '../../../../access/denied.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { forbidden, notFound } from '../../../../platform/errors.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderWithId } from './readable-secret.ts';
import type { Extent, SecretWithFolder, SecretTagRow } from '../store.ts';
import { secretSubjectFields } from '../subject-fields.ts';

/** A secret that was asked for by an id. */
export interface SecretInProject {
  readonly project: ProjectAccess;
  readonly row: SecretWithFolder;
  readonly folder: FolderWithId;
  readonly tags: readonly SecretTagRow[];
}

const noSuchSecret = () => notFound('There is no such secret.');

/** What conditions may ask of it. */
export const thingOf = ({ row, folder, tags }: Pick<SecretInProject, 'row' | 'folder' | 'tags'>) =>
  secretSubjectFields(folder.place, row.key, tags);

/** 403 unless the caller may do all of this to the secret, which is nobody else's. */
const judged = async (
  { stores, actor }: Pick<Scope, 'stores' | 'actor'>,
  project: ProjectAccess,
  row: SecretWithFolder,
  actions: readonly string[],
): Promise<SecretInProject> => {
  const folder = { id: row.folderId, place: { environment: row.environmentSlug, path: row.path } };
  const secret = { project, row, folder, tags: await stores.secrets.tagsOf([row.id]) };
  for (const action of actions) project.require(action, 'secrets', thingOf(secret));
  if (row.ownerId !== '' && row.ownerId !== actor.id)
    throw new RefusedInProject(project.project, forbidden('This is a personal secret of somebody else.'));
  return secret;
};

/** The secret of that id, for whoever may do all of this to it. `missing` is what is said of one that is not there. */
export const findSecretById = async (
  scope: Pick<Scope, 'stores' | 'actor' | 'access'>,
  id: string,
  actions: readonly string[],
  extent: Extent,
  missing = noSuchSecret,
): Promise<SecretInProject> => {
  const row = await scope.stores.secrets.findInOrganization(scope.access.organization.id, id, extent);
  if (!row) throw missing();
  return judged(scope, await scope.access.inProject(row.projectId), row, actions);
};

/** The same once more, and nobody else changes it until the transaction ends. */
export const lockSecretById = async (
  tx: Scope,
  { project, row: { id, folderId } }: Pick<SecretInProject, 'project' | 'row'>,
  actions: readonly string[],
  missing = noSuchSecret,
): Promise<SecretInProject> => {
  await tx.stores.folders.lock([folderId]);
  const row = await tx.stores.secrets.findInOrganization(project.project.organizationId, id, 'whole');
  if (!row) throw missing();
  // It may have gone to another folder until the lock was there.
  return row.folderId === folderId
    ? judged(tx, project, row, actions)
    : lockSecretById(tx, { project, row }, actions, missing);
};
