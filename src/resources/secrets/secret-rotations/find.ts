import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import { placeOf, requireOnRotation, rotationFields } from './guard.ts';
import type { RotationTypeName, SecretRotation } from './store.ts';

export const rotationNotFound = () => notFound('Secret rotation not found.');

export interface FoundRotation {
  readonly rotation: SecretRotation;
  readonly project: ProjectAccess;
}

const requireType = ({ type }: { type: string }, asked: string): void => {
  if (type !== asked) throw badRequest(`This rotation is of the kind ${type}: use the path of that kind.`);
};

/** Finds the rotation; 404 if the organization has none with this id, then 403, then 400 for another kind. */
export const findRotation = async (
  { stores, access }: Scope,
  action: string,
  { type, rotationId }: { readonly type: RotationTypeName; readonly rotationId: string },
): Promise<FoundRotation> => {
  const rotation = await stores.secretRotations.findInOrganization(access.organization.id, rotationId);
  if (!rotation) throw rotationNotFound();
  const project = await access.inProject(rotation.projectId);
  requireOnRotation(project, action, rotation);
  requireType(rotation, type);
  return { rotation, project };
};

/** Finds the rotation again in a transaction; 404 if it is gone, 403 if it has moved to where the caller may not. */
export const findRotationAgain = async (
  { stores, access }: Scope,
  action: string,
  { rotation: { id }, project }: FoundRotation,
): Promise<SecretRotation> => {
  const rotation = await stores.secretRotations.findInOrganization(access.organization.id, id);
  if (!rotation) throw rotationNotFound();
  requireOnRotation(project, action, rotation);
  return rotation;
};

/** Finds the rotation of this name in a folder. */
export const findRotationByName = async (
  { stores }: Scope,
  project: ProjectAccess,
  type: RotationTypeName,
  folderRef: FolderRef,
  name: string,
): Promise<SecretRotation> => {
  const { environment, path: secretPath } = folderRef;
  project.requireSome('read', 'secret-rotation', { environment, secretPath });
  const folder = await requireFolderAt(stores, project.row.id, folderRef);
  const rotation = await stores.secretRotations.findByName(folder.id, name);
  if (!rotation) throw rotationNotFound();
  requireOnRotation(project, 'read', rotation);
  requireType(rotation, type);
  return rotation;
};

/** Lists the rotations of the project that the caller may read. */
export const listRotations = async (
  { stores }: Scope,
  project: ProjectAccess,
  type?: RotationTypeName,
): Promise<SecretRotation[]> => {
  project.requireSome('read', 'secret-rotation');
  const rotations = await stores.secretRotations.list(project.row.id, type);
  return rotations.filter((rotation) =>
    project.allows('read', 'secret-rotation', rotationFields(placeOf(rotation), rotation.connectionId)),
  );
};
