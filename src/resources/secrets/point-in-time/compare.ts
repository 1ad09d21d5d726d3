import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderRef } from '../folders/rules.ts';
import { hasSameContent } from './content.ts';
import { differences, type Change } from './difference.ts';
import { versionsIn } from './find.ts';
import type { NotRestoredReason } from './result.ts';
import { reveal, SecretRights, type VisibleVersion } from './reveal.ts';
import type { FolderThen, SecretThen, TreeState } from './state.ts';
import { folderVersionView, secretVersionView } from './view.ts';

/** Why a secret of the target state cannot be restored; undefined if it can. */
export const obstacleOf = ({ facts }: Pick<SecretThen, 'facts'>): NotRestoredReason | undefined => {
  if (!facts) return 'removed';
  return facts.redactedAt === null ? undefined : 'redacted';
};

/** The differences between two states of a folder. */
export interface TreeDifference {
  readonly from: TreeState;
  readonly to: TreeState;
  readonly secrets: readonly Change<SecretThen>[];
  readonly folders: readonly Change<FolderThen>[];
}

export const compareTrees = (from: TreeState, to: TreeState): TreeDifference => ({
  from,
  to,
  secrets: differences(from.secrets, to.secrets),
  folders: differences(from.subfolders, to.subfolders),
});

const obstacleView = (reason: NotRestoredReason | undefined) => ({
  isRestorable: reason === undefined,
  ...(reason && { reason }),
});

const secretView = (change: Change<SecretThen>, shownOf: (secret: SecretThen) => VisibleVersion | undefined) => {
  const { before, after, type: changeType } = change;
  const secret = after ?? before;
  const views = [after, before].flatMap((one) => (one && shownOf(one) ? [secretVersionView(shownOf(one)!)] : []));
  const versionId = secret.facts?.id ?? secret.id;
  return {
    type: 'secret' as const,
    id: secret.id,
    versionId,
    ...(changeType === 'update' && { oldVersionId: before.facts?.id ?? before.id, isUpdate: true }),
    changeType,
    commitId: secret.facts?.changeId ?? '',
    ...(secret.facts && { createdAt: secret.facts.createdAt }),
    ...(changeType === 'update' && { fromVersion: String(before.version ?? 0) }),
    secretKey: secret.name,
    secretVersion: secret.version ?? 0,
    secretId: secret.id,
    ...obstacleView(after && obstacleOf(after)),
    versions: views,
  };
};

const folderView = ({ before, after, type: changeType }: Change<FolderThen>) => {
  const folder = after ?? before;
  return {
    type: 'folder' as const,
    id: folder.id,
    versionId: folder.id,
    ...(changeType === 'update' && { oldVersionId: folder.id, isUpdate: true }),
    changeType,
    commitId: '',
    createdAt: folder.createdAt,
    parentId: folder.folderId,
    folderName: folder.name,
    folderVersion: 1,
    ...obstacleView(after && !after.row ? 'removed' : undefined),
    versions: [after, before].flatMap((one) => (one ? [folderVersionView(one.name)] : [])),
  };
};

/** Returns which secrets of the state the caller may describe, with the values that the caller may read. */
const revealTree = async (scope: Scope, project: ProjectAccess, tree: TreeState, environment: string) => {
  const rights = new SecretRights(project);
  const visible = await reveal(scope, project, versionsIn(tree, environment), true);
  const shownOf = ({ facts }: SecretThen): VisibleVersion | undefined => facts && visible.get(facts.id);
  const isShown = (secret: SecretThen): boolean => {
    if (secret.facts) return visible.has(secret.facts.id);
    const path = tree.folders.get(secret.folderId)!.path;
    return rights.allows('describeSecret', { environment, path }, secret.name, []);
  };
  return { shownOf, isShown };
};

/** Whether folder, name and content are the same, as far as the caller may read the values. */
const isUnchanged = (
  { type, before, after }: Change<SecretThen>,
  shownOf: (secret: SecretThen) => VisibleVersion | undefined,
): boolean => {
  if (type !== 'update' || before.folderId !== after.folderId || before.name !== after.name) return false;
  const [one, other] = [shownOf(before), shownOf(after)];
  if (one?.value === undefined || other?.value === undefined) return false;
  return hasSameContent({ ...one, value: one.value }, { ...other, value: other.value });
};

/** Keeps only the secrets that differ, so that no others are decrypted. */
const onlyDiffering = (tree: TreeState, ids: ReadonlySet<string>): TreeState => ({
  ...tree,
  secrets: new Map([...tree.secrets].filter(([id]) => ids.has(id))),
});

/** Shows the differences by folder; returns also the versions whose values the caller may have read. */
export const differenceView = async (
  scope: Scope,
  project: ProjectAccess,
  { environment }: FolderRef,
  { from, to, secrets, folders }: TreeDifference,
) => {
  const known = new Map([...from.folders, ...to.folders]);
  /** Whether the caller may read the history of the folder of a change. */
  const isReadable = ({ before, after }: Change<SecretThen | FolderThen>): boolean => {
    const secretPath = known.get((after ?? before).folderId)!.path;
    return project.allows('read', 'commits', { environment, secretPath });
  };
  const readable = secrets.filter(isReadable);
  const ids = new Set(readable.map(({ before, after }) => (after ?? before).id));
  const before = await revealTree(scope, project, onlyDiffering(from, ids), environment);
  const after = await revealTree(scope, project, onlyDiffering(to, ids), environment);
  const byFolder = new Map<string, (ReturnType<typeof secretView> | ReturnType<typeof folderView>)[]>();
  const changesIn = (folderId: string) => {
    let changes = byFolder.get(folderId);
    if (!changes) byFolder.set(folderId, (changes = []));
    return changes;
  };
  const versions: VisibleVersion[] = [];
  for (const change of readable) {
    const isVisible =
      (!change.before || before.isShown(change.before)) && (!change.after || after.isShown(change.after));
    if (!isVisible) continue;
    const shownOf = (secret: SecretThen) => (secret === change.after ? after : before).shownOf(secret);
    if (isUnchanged(change, shownOf)) continue;
    changesIn((change.after ?? change.before).folderId).push(secretView(change, shownOf));
    versions.push(...[change.after, change.before].flatMap((one) => (one && shownOf(one)) ?? []));
  }
  for (const change of folders.filter(isReadable))
    changesIn((change.after ?? change.before).folderId).push(folderView(change));
  return {
    versions,
    view: [...byFolder].map(([folderId, changes]) => ({
      folderId,
      folderName: known.get(folderId)!.name,
      folderPath: known.get(folderId)!.path,
      changes,
    })),
  };
};
