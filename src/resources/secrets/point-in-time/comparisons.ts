import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { root } from '../folders/path.ts';
import type { FolderRef } from '../folders/rules.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { compareTrees, differenceView, type TreeDifference } from './compare.ts';
import { findCommitIn, readTree, recordValues, versionsIn, type CommitInFolder, type StateQuery } from './find.ts';
import { momentOf } from './moment.ts';
import { reveal } from './reveal.ts';
import { rootOf, treeAt } from './state.ts';
import { stateItemsView } from './view.ts';
import { stateAt } from './wanted.ts';

/** 404 unless the commit's folder is in this environment. */
export const requireEnvironmentOf = ({ folderRef }: CommitInFolder, environment: string): void => {
  if (folderRef.environment !== environment) throw notFound('This commit is not one of that environment.');
};

/** Shows what a folder contained after a commit, without values. */
export const readCommitState = async (scope: Scope, project: ProjectAccess, commitId: string, folderId: string) => {
  const { commit, folderRef } = await findCommitIn(scope, project, ['read'], commitId, folderId);
  const tree = await treeAt(scope, rootOf(commit.folder), momentOf(commitId), false);
  const visible = await reveal(scope, project, versionsIn(tree, folderRef.environment), false);
  return stateItemsView(tree, visible);
};

const showDifference = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  difference: TreeDifference,
  metadata: Readonly<Record<string, unknown>>,
) => {
  const { view, versions } = await differenceView(scope, project, folderRef, difference);
  const audited = { ...folderSubjectFields(folderRef), ...metadata };
  recordValues(scope, project, 'pit-compare-folder-states', audited, versions);
  return view;
};

/** Shows what a rollback to a commit would change, and records that values were read. */
export const compareWithCommit = async (
  scope: Scope,
  project: ProjectAccess,
  commitId: string,
  { folderId, environment, path, isDeep }: { folderId: string; environment: string; path: string; isDeep: boolean },
) => {
  const found = await findCommitIn(scope, project, ['read'], commitId, folderId);
  requireEnvironmentOf(found, environment);
  const { commit, folderRef } = found;
  if (path !== root && path !== folderRef.path) throw notFound('This commit is not one of the folder with that path.');
  const { current, target } = await stateAt(commit.folder, momentOf(commitId), isDeep, undefined)(scope);
  return showDifference(scope, project, folderRef, compareTrees(current, target), { commitId });
};

/** Shows what changed in a folder between two times, and records that values were read. */
export const compareTimes = async (
  scope: Scope,
  project: ProjectAccess,
  { from, to, ...query }: Omit<StateQuery, 'at'> & { from: string; to: string | undefined },
) => {
  const before = await readTree(scope, project, { ...query, at: from });
  const after = await readTree(scope, project, { ...query, at: to });
  return showDifference(scope, project, query.folderRef, compareTrees(before, after), { from, to: to ?? null });
};
