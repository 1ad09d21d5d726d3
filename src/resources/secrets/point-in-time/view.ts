import { hiddenValue } from '../secrets/view.ts';
import type { ChangeActor } from '../folder-changes/store.ts';
import { defaultMessage, namedMessage, type Commit, type CommitItem } from './commits.ts';
import { commitNumber } from './moment.ts';
import type { RollbackResult } from './result.ts';
import type { VisibleVersion } from './reveal.ts';

import type { TreeState } from './state.ts';

const actorView = ({ actorType, actorId, actorName }: ChangeActor) => ({
  actorType,
  actorMetadata: { id: actorId, name: actorName },
});

const countOf = (items: readonly CommitItem[], accepts: (item: CommitItem) => boolean): number =>
  items.filter(accepts).length;

export const messageOf = ({ id, items }: Commit, messages: ReadonlyMap<string, string>): string =>
  messages.get(id) ?? defaultMessage(items);

/** Shows a commit with what several shapes share. */
export const commitFacts = (commit: Commit, envId: string, messages: ReadonlyMap<string, string>) => ({
  id: commit.id,
  folderId: commit.folderId,
  ...actorView(commit),
  message: messageOf(commit, messages),
  commitId: commitNumber(commit.id),
  createdAt: commit.createdAt,
  envId,
});

/** Shows a commit in a list; without a message of its own, with the names that it changed if the caller may know them. */
export const commitView = (
  commit: Commit,
  envId: string,
  messages: ReadonlyMap<string, string>,
  mayKnowNames: boolean,
) => ({
  ...commitFacts(commit, envId, messages),
  ...(mayKnowNames && !messages.has(commit.id) && { message: namedMessage(commit.items) }),
  summary: {
    secretCount: countOf(commit.items, ({ resource }) => resource === 'secret'),
    folderCount: countOf(commit.items, ({ resource }) => resource === 'folder'),
    addedCount: countOf(commit.items, ({ type }) => type === 'added'),
    updatedCount: countOf(commit.items, ({ type }) => type === 'updated'),
    deletedCount: countOf(commit.items, ({ type }) => type === 'deleted'),
  },
});

/** Shows each author once, by name. */
export const authorsView = (commits: readonly Commit[], limit: number) => {
  const authors = new Map(
    commits.map(({ actorType, actorId, actorName }) => [
      `${actorType} ${actorId}`,
      { actorId, actorType, name: actorName },
    ]),
  );
  return [...authors.values()].sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, limit);
};

/** Shows a version of a secret in a commit or in a difference. */
export const secretVersionView = ({ facts, name, tags, value, comment, metadata }: VisibleVersion) => ({
  secretKey: name,
  secretComment: comment,
  skipMultilineEncoding: facts.skipMultilineEncoding,
  tags: tags.map(({ slug }) => slug),
  metadata: [...metadata],
  secretValue: value ?? hiddenValue,
  isRedacted: facts.redactedAt !== null,
  redactedAt: facts.redactedAt,
  redactedByUserId: facts.redactedByActorType === 'user' ? facts.redactedByActorId : null,
});

/** Shows a folder under one of its names; its description then is not recorded. */
export const folderVersionView = (name: string, version = 1) => ({ version, name, description: null });

/** Shows a secret in the state of a folder. */
export const secretAtView = ({ facts, name, tags, value, comment, metadata }: VisibleVersion) => ({
  id: facts.secretId,
  versionId: facts.id,
  version: facts.version,
  secretKey: name,
  secretValue: value ?? hiddenValue,
  secretValueHidden: value === undefined,
  secretComment: comment,
  secretMetadata: [...metadata],
  tags: tags.map(({ id, slug, color }) => ({ id, slug, name: slug, color })),
  isRedacted: facts.redactedAt !== null,
  isRestorable: true,
  actor: { actorId: facts.actorId, actorType: facts.actorType, name: facts.actorName },
  createdAt: facts.createdAt,
});

/** Shows a secret that was removed for good: only its name is left. */
export const removedSecretView = ({ id, name }: { readonly id: string; readonly name: string }, createdAt: string) => ({
  id,
  versionId: id,
  version: 0,
  secretKey: name,
  secretValue: '',
  secretValueHidden: true,
  secretComment: '',
  secretMetadata: [],
  tags: [],
  isRedacted: false,
  isRestorable: false,
  actor: null,
  createdAt,
});

const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  [...items].sort((one, other) => (one.name < other.name ? -1 : 1));

/** Shows what a folder contained: its secrets, then its folders. */
export const stateItemsView = (
  { subfolders }: TreeState,
  visible: ReadonlyMap<string, Pick<VisibleVersion, 'facts' | 'name'>>,
) => [
  ...byName([...visible.values()]).map(({ facts, name }) => ({
    type: 'secret' as const,
    id: facts.secretId,
    versionId: facts.id,
    secretKey: name,
    secretVersion: facts.version,
  })),
  ...byName([...subfolders.values()]).map(({ id, name }) => ({
    type: 'folder' as const,
    id,
    versionId: id,
    folderName: name,
    folderVersion: 1,
  })),
];

export const rollbackView = ({ secrets, folders, notRestored }: RollbackResult) => ({
  success: true,
  secretChangesCount: secrets,
  folderChangesCount: folders,
  totalChanges: secrets + folders,
  notRestored: [...notRestored],
});

export const revertView = (originalCommitId: string, { secrets, folders, commitId }: RollbackResult) => {
  const changesReverted = secrets + folders;
  return changesReverted === 0
    ? { success: true, message: 'Nothing is left to revert.', originalCommitId }
    : {
        success: true,
        message: 'The commit was reverted.',
        originalCommitId,
        ...(commitId !== undefined && { revertCommitId: commitId }),
        changesReverted,
      };
};
