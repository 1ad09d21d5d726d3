import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderRef } from '../folders/rules.ts';
import { filterCommits, listCommitsOf, type CommitFilter } from './commits.ts';
import { findFolder } from './find.ts';
import { SecretRights } from './reveal.ts';
import { commitView } from './view.ts';

export interface CommitQuery extends Page, Omit<CommitFilter, 'searchesSecretNames'> {
  readonly sort: 'asc' | 'desc';
}

/** Shows a page of the commits of a folder. */
export const readCommits = async (scope: Scope, project: ProjectAccess, folderRef: FolderRef, query: CommitQuery) => {
  const { offset, limit, sort, search } = query;
  const folder = await findFolder(scope, project, 'read', folderRef);
  const all = await listCommitsOf(scope, folder.id);
  // The messages of all are needed only to search them.
  const searched = search === undefined ? [] : all;
  const { pointInTime } = scope.stores;
  const messages = await pointInTime.messagesOf(searched.map(({ id }) => id));
  const searchesSecretNames = new SecretRights(project).allowsAll('describeSecret', folderRef);
  const found = await filterCommits(all, messages, { ...query, searchesSecretNames });
  if (sort === 'asc') found.reverse();
  const page = found.slice(offset, offset + limit);
  const ownMessages = search === undefined ? await pointInTime.messagesOf(page.map(({ id }) => id)) : messages;
  return {
    commits: page.map((commit) => commitView(commit, folder.environmentId, ownMessages, searchesSecretNames)),
    total: found.length,
    hasMore: found.length > offset + limit,
  };
};
