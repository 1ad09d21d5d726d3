import type { ProjectAccess } from '../../../access/project-access.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { SecretRotation } from './store.ts';

const subject = 'secret-rotation';

/** What a rule about rotations is checked against. */
export const rotationFields = (folderRef: FolderRef, connectionId: string) => ({
  ...folderSubjectFields(folderRef),
  connectionId,
});

export const placeOf = ({ environmentSlug, path }: Pick<SecretRotation, 'environmentSlug' | 'path'>): FolderRef => ({
  environment: environmentSlug,
  path,
});

/** 403 unless the caller may do this with the rotation. */
export const requireOnRotation = (
  project: ProjectAccess,
  action: string,
  rotation: Pick<SecretRotation, 'environmentSlug' | 'path' | 'connectionId'>,
): void => project.require(action, subject, rotationFields(placeOf(rotation), rotation.connectionId));

/** 400 for what only works while no rotation is in progress. */
export const refuseRunning = ({ runId, dueAt }: SecretRotation, now: string): void => {
  if (runId !== null && dueAt !== null && dueAt > now)
    throw badRequest('A rotation is already in progress. Please try again shortly.');
};

/** 400 or 403 if a policy of changes holds for the caller where the secrets are: they change before they are written. */
export const requireUngoverned = (
  { changeControl }: Pick<PublicScope, 'changeControl'>,
  rotation: Pick<SecretRotation, 'projectId' | 'folderId' | 'environmentSlug' | 'path' | 'secretsMapping'>,
): Promise<void> => {
  const { projectId, folderId, secretsMapping } = rotation;
  const folder = { id: folderId, ...placeOf(rotation) };
  return changeControl.judge(projectId, [{ folder, keys: [secretsMapping.username, secretsMapping.password] }]);
};
