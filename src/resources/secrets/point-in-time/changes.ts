import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { CommitItem } from './commits.ts';
import { findCommitIn, recordValues } from './find.ts';
import { reveal, SecretRights, type VisibleVersion } from './reveal.ts';
import type { VersionFacts } from './store.ts';
import { commitFacts, folderVersionView, secretVersionView } from './view.ts';

const idOf = ({ secretId, version }: { readonly secretId: string; readonly version: number }): string =>
  `${secretId} ${version}`;

/** The versions that a changed secret is shown with: the new one and, of an update, the one before. */
const versionsOf = ({ id, resource, type, version }: CommitItem): { secretId: string; version: number }[] => {
  if (resource === 'folder' || version === null) return [];
  const shown = { secretId: id, version };
  return type === 'updated' && version > 1 ? [shown, { secretId: id, version: version - 1 }] : [shown];
};

const folderChangeView = ({ id, name, otherName }: CommitItem) => ({
  id,
  resourceType: 'folder' as const,
  folderVersionId: id,
  folderName: name,
  folderChangeId: id,
  folderVersion: 1,
  versions: [name, ...(otherName === null ? [] : [otherName])].map((one) => folderVersionView(one)),
});

const secretChangeView = ({ id, name, version }: CommitItem, shown: readonly VisibleVersion[]) => ({
  id: shown[0]?.facts.id ?? id,
  resourceType: 'secret' as const,
  secretVersionId: shown[0]?.facts.id ?? id,
  secretKey: name,
  secretVersion: version ?? 0,
  secretId: id,
  versions: shown.map(secretVersionView),
});

/** Shows the changes of a commit, and records that values were read. */
export const readChanges = async (scope: Scope, project: ProjectAccess, commitId: string) => {
  const { commit, folderRef } = await findCommitIn(scope, project, ['read'], commitId);
  const { pointInTime } = scope.stores;
  const wanted = commit.items.flatMap(versionsOf);
  const found = new Map<string, VersionFacts>(
    (await pointInTime.versions(wanted)).map((facts) => [idOf(facts), facts]),
  );
  const versions = [...found.values()].map((facts) => ({ facts, name: facts.key, folderRef }));
  const visible = await reveal(scope, project, versions, true);
  recordValues(scope, project, 'get-project-pit-commit-changes', { ...folderSubjectFields(folderRef), commitId }, [
    ...visible.values(),
  ]);

  const messages = await pointInTime.messagesOf([commitId]);
  const { commitId: number, ...facts } = commitFacts(commit, commit.folder.environmentId, messages);
  const rights = new SecretRights(project);
  /** What is left of a secret that was removed for good is its name. */
  const isShown = (item: CommitItem, shown: readonly VisibleVersion[]): boolean => {
    const hasVersion = versionsOf(item).some((version) => found.has(idOf(version)));
    return shown.length > 0 || (!hasVersion && rights.allows('describeSecret', folderRef, item.name, []));
  };
  const { id: _id, envId: _environment, ...shared } = facts;
  const views = commit.items.map((item) => {
    const common = {
      ...shared,
      folderCommitId: commitId,
      changeType: item.type === 'deleted' ? ('delete' as const) : ('add' as const),
      isUpdate: item.type === 'updated',
      updatedAt: commit.createdAt,
    };
    if (item.resource === 'folder') return { ...common, ...folderChangeView(item) };
    const shown = versionsOf(item).flatMap((version) => visible.get(found.get(idOf(version))?.id ?? '') ?? []);
    return isShown(item, shown) ? { ...common, ...secretChangeView(item, shown) } : undefined;
  });
  const changes = views.filter((view) => view !== undefined);
  const isLatest = !(await pointInTime.hasCommit(commit.folderId, '>', commitId));
  return { ...facts, commitId: number, updatedAt: commit.createdAt, isLatest, changes };
};
