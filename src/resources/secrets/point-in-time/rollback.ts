import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderRef } from '../folders/rules.ts';
import { requireEnvironmentOf } from './comparisons.ts';
import { findCommitIn, findFolder } from './find.ts';
import { momentAt, momentOf } from './moment.ts';
import type { RollbackResult } from './result.ts';
import { rollBack } from './service.ts';
import { historySince, rootOf, storedTime } from './state.ts';
import { stateAt, withoutCommit } from './wanted.ts';

interface Choice {
  readonly isDeep: boolean;
  readonly names: readonly string[] | undefined;
  readonly message: string | undefined;
}

/** Rolls a folder back to its state after a commit. */
export const rollBackToCommit = async (
  scope: Scope,
  project: ProjectAccess,
  commitId: string,
  { folderId, environment, isDeep, names, message }: Choice & { folderId: string; environment: string },
): Promise<RollbackResult> => {
  const found = await findCommitIn(scope, project, ['perform-rollback'], commitId, folderId);
  requireEnvironmentOf(found, environment);
  const { commit, folderRef } = found;
  return rollBack(scope, project, {
    folderId,
    folderRef,
    find: stateAt(commit.folder, momentOf(commitId), isDeep, names),
    message,
    type: 'pit-rollback-commit',
    metadata: { folderId, commitId, isDeep },
  });
};

/** Rolls a folder back to its state at a time; 400 if that is not known. */
export const rollBackToTime = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  { at: text, isDeep, names, message }: Choice & { at: string },
): Promise<RollbackResult> => {
  const folder = await findFolder(scope, project, 'perform-rollback', folderRef);
  const at = storedTime(text);
  const since = historySince(rootOf(folder), await scope.stores.pointInTime.startOfHistory());
  if (at < since && !names)
    throw badRequest(`The contents of this folder are known since ${since}. Choose a later time, or single secrets.`);
  return rollBack(scope, project, {
    folderId: folder.id,
    folderRef,
    find: stateAt(folder, momentAt(new Date(at)), isDeep, names),
    message,
    type: 'pit-rollback-commit',
    metadata: { folderId: folder.id, at, isDeep },
  });
};

/** Reverts the changes of one commit; 400 for the first one of a folder. */
export const revert = async (scope: Scope, project: ProjectAccess, commitId: string): Promise<RollbackResult> => {
  const { commit, folderRef } = await findCommitIn(scope, project, ['perform-rollback', 'read'], commitId);
  if (!(await scope.stores.pointInTime.hasCommit(commit.folderId, '<', commitId)))
    throw badRequest('The first commit of a folder cannot be reverted.');
  return rollBack(scope, project, {
    folderId: commit.folderId,
    folderRef,
    find: withoutCommit(commit),
    message: undefined,
    type: 'pit-revert-commit',
    metadata: { folderId: commit.folderId, commitId },
  });
};
