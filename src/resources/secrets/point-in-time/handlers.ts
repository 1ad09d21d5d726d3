import type { Handler } from '../../../contract.ts';
import { root } from '../folders/path.ts';
import { inBody, inQuery, readPath } from '../folders/rules.ts';
import { folderRefOf } from '../secrets/writing/input.ts';
import { makeBatch } from './batch.ts';
import { readChanges } from './changes.ts';
import { listCommitsOf } from './commits.ts';
import { compareTimes, compareWithCommit, readCommitState } from './comparisons.ts';
import { findFolder, readState } from './find.ts';
import { limits } from './limits.ts';
import { readCommits } from './list.ts';
import { revert, rollBackToCommit, rollBackToTime } from './rollback.ts';
import { authorsView, revertView, rollbackView } from './view.ts';

const folderIn = ({ environment, path = root }: { environment: string; path?: string }) => ({
  environment,
  path: readPath(path, inQuery('path')),
});

export const countCommits: Handler<'countCommits'> = async (scope, { project, query }) => {
  const { id } = await findFolder(scope, project, 'read', folderIn(query));
  return { count: (await listCommitsOf(scope, id)).length, folderId: id };
};

export const listCommits: Handler<'listCommits'> = (scope, { project, query }) => {
  const { search, actorId, actorType, offset, limit, sort } = query;
  return readCommits(scope, project, folderIn(query), { search, actorId, actorType, offset, limit, sort });
};

export const listCommitAuthors: Handler<'listCommitAuthors'> = async (scope, { project, query }) => {
  const { id } = await findFolder(scope, project, 'read', folderIn(query));
  return { authors: authorsView(await listCommitsOf(scope, id), limits.authors) };
};

export const getCommitState: Handler<'getCommitState'> = (scope, { project, params, query }) =>
  readCommitState(scope, project, params.commitId, query.folderId);

export const getCommitChanges: Handler<'getCommitChanges'> = async (scope, { project, params }) => ({
  changes: await readChanges(scope, project, params.commitId),
});

export const compareCommit: Handler<'compareCommit'> = (scope, { project, params, query }) => {
  const { folderId, environment, secretPath = root, deepRollback } = query;
  const path = readPath(secretPath, inQuery('secretPath'));
  const isDeep = deepRollback === 'true';
  return compareWithCommit(scope, project, params.commitId, { folderId, environment, path, isDeep });
};

export const rollbackToCommit: Handler<'rollbackToCommit'> = async (scope, { project, params, body }) => {
  const { folderId, environment, deepRollback: isDeep, secretNames: names, message } = body;
  const request = { folderId, environment, isDeep, names, message };
  return rollbackView(await rollBackToCommit(scope, project, params.commitId, request));
};

export const revertCommit: Handler<'revertCommit'> = async (scope, { project, params: { commitId } }) =>
  revertView(commitId, await revert(scope, project, commitId));

export const commitBatch: Handler<'commitBatch'> = async (
  scope,
  { project, body: { environment, secretPath, changes, message } },
) => {
  await makeBatch(scope, project, folderRefOf({ environment, secretPath }), changes, message);
  return { message: 'success' };
};

export const getFolderState: Handler<'getFolderState'> = (scope, { project, query }) => {
  const { at, recursive, viewSecretValue } = query;
  return readState(scope, project, { folderRef: folderIn(query), at, isDeep: recursive }, viewSecretValue);
};

export const compareFolderStates: Handler<'compareFolderStates'> = async (scope, { project, query }) => {
  const { from, to, recursive } = query;
  return { folders: await compareTimes(scope, project, { folderRef: folderIn(query), from, to, isDeep: recursive }) };
};

export const rollbackToTime: Handler<'rollbackToTime'> = async (scope, { project, body }) => {
  const { environment, path = root, at, deepRollback: isDeep, secretNames: names, message } = body;
  const folderRef = { environment, path: readPath(path, inBody('path')) };
  return rollbackView(await rollBackToTime(scope, project, folderRef, { at, isDeep, names, message }));
};
