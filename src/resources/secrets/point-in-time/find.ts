import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireEnvironment, requireFolderAt } from '../folders/guard.ts';
import { pathsTo, root } from '../folders/path.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderRow } from '../folders/store.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { commitNotFound, findCommit, type FoundCommit } from './commits.ts';
import { momentAt, type Moment } from './moment.ts';
import { reveal, SecretRights, type VersionThen } from './reveal.ts';
import {
  historySince,
  rootOf,
  storedTime,
  subfoldersAt,
  treeAt,
  type FolderWithContents,
  type SecretThen,
  type TreeState,
} from './state.ts';
import { removedSecretView, secretAtView } from './view.ts';

/** Finds the folder after asking for the permission on it; 403 or 404 otherwise. */
export const findFolder = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectAccess,
  action: 'read' | 'perform-rollback',
  folderRef: FolderRef,
): Promise<FolderRow> => {
  project.require(action, 'commits', folderSubjectFields(folderRef));
  return requireFolderAt(stores, project.row.id, folderRef);
};

/** A commit, and where its folder is now. */
export interface CommitInFolder {
  readonly commit: FoundCommit;
  readonly folderRef: FolderRef;
}

/** Finds a commit after asking for the permission on its folder, of which the request may name the id. */
export const findCommitIn = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectAccess,
  actions: readonly ('read' | 'perform-rollback')[],
  commitId: string,
  folderId?: string,
): Promise<CommitInFolder> => {
  for (const action of actions) project.requireSome(action, 'commits');
  const commit = await findCommit({ stores }, project.row.id, commitId);
  const { environmentId, path } = commit.folder;
  const environment = await stores.environments.findById(project.row.id, environmentId);
  if (environment?.softDeletedAt !== null) throw commitNotFound();
  const folderRef = { environment: environment.slug, path };
  for (const action of actions) project.require(action, 'commits', folderSubjectFields(folderRef));
  if (folderId !== undefined && folderId !== commit.folderId) throw notFound('This commit is not one of that folder.');
  return { commit, folderRef };
};

/** The versions of a state, with their names and folders then. */
export const versionsIn = ({ folders, secrets }: TreeState, environment: string): VersionThen[] =>
  [...secrets.values()].flatMap(({ facts, name, folderId }) =>
    facts ? [{ facts, name, folderRef: { environment, path: folders.get(folderId)!.path } }] : [],
  );

/** Lists the secrets of a state that were removed for good, without those that the caller may not describe. */
export const visibleRemoved = (project: ProjectAccess, { folders, secrets }: TreeState, environment: string) => {
  const rights = new SecretRights(project);
  return [...secrets.values()].filter(
    ({ facts, name, folderId }) =>
      !facts && rights.allows('describeSecret', { environment, path: folders.get(folderId)!.path }, name, []),
  );
};

/** Finds the folder that had this path at the moment; the one that has it now, if that existed then. */
const folderAt = async (
  scope: Pick<Scope, 'stores' | 'clock'>,
  project: ProjectAccess,
  folderRef: FolderRef,
  moment: Moment,
): Promise<FolderWithContents> => {
  const { stores } = scope;
  const environment = await requireEnvironment(stores, project.row.id, folderRef);
  let folder: FolderWithContents = rootOf((await stores.folders.findByPath(environment.id, root))!);
  for (const path of pathsTo(folderRef.path).slice(1)) {
    const below = [...(await subfoldersAt(scope, [folder.id], moment)).values()];
    const name = path.slice(path.lastIndexOf('/') + 1);
    const next = below.find((one) => one.name === name && one.row);
    if (!next) return rootOf(await requireFolderAt(stores, project.row.id, folderRef));
    folder = { id: next.id, name, path, createdAt: next.createdAt };
  }
  return folder;
};

export interface StateQuery {
  readonly folderRef: FolderRef;
  readonly at: string | undefined;
  readonly isDeep: boolean;
}

const momentOfQuery = ({ clock }: Pick<Scope, 'clock'>, at: string | undefined): Date =>
  at === undefined ? clock.now() : new Date(storedTime(at));

/** Returns the state of the folder that had this path then, after asking for the permission on it. */
export const readTree = async (
  scope: Pick<Scope, 'stores' | 'clock'>,
  project: ProjectAccess,
  { folderRef, at, isDeep }: StateQuery,
): Promise<TreeState> => {
  project.require('read', 'commits', folderSubjectFields(folderRef));
  const moment = momentAt(momentOfQuery(scope, at));
  return treeAt(scope, await folderAt(scope, project, folderRef, moment), moment, isDeep);
};

/** Leaves out the folders of a state whose history the caller may not read, by their path then. */
const readableFolders = (project: ProjectAccess, { folders }: TreeState, environment: string) =>
  [...folders.values()].filter(({ path }) =>
    project.allows('read', 'commits', folderSubjectFields({ environment, path })),
  );

const byName = (one: { secretKey: string }, other: { secretKey: string }): number =>
  one.secretKey < other.secretKey ? -1 : 1;

/** Shows the state of a folder at a time, and records that its values were read. */
export const readState = async (scope: Scope, project: ProjectAccess, query: StateQuery, showsValues: boolean) => {
  const { environment, path: secretPath } = query.folderRef;
  const tree = await readTree(scope, project, query);
  const shownFolders = readableFolders(project, tree, environment);
  const shown = new Set(shownFolders.map(({ id }) => id));
  const versions = versionsIn(tree, environment).filter(({ facts }) =>
    shown.has(tree.secrets.get(facts.secretId)!.folderId),
  );
  const visible = await reveal(scope, project, versions, showsValues);
  recordValues(scope, project, 'pit-get-folder-state', { environment, secretPath }, [...visible.values()]);

  const start = await scope.stores.pointInTime.startOfHistory();
  const at = timestamp(momentOfQuery(scope, query.at));
  const secretsOf = new Map(shownFolders.map(({ id }) => [id, new Array<ReturnType<typeof secretAtView>>()]));
  const removedOf = new Map(shownFolders.map(({ id }) => [id, new Array<SecretThen>()]));
  for (const version of visible.values())
    secretsOf.get(tree.secrets.get(version.facts.secretId)!.folderId)!.push(secretAtView(version));
  for (const secret of visibleRemoved(project, tree, environment)) removedOf.get(secret.folderId)?.push(secret);
  return {
    at,
    folders: shownFolders.map((folder) => ({
      folderId: folder.id,
      folderName: folder.name,
      folderPath: folder.path,
      historySince: historySince(folder, start),
      isComplete: at >= historySince(folder, start) || at < folder.createdAt,
      secrets: [
        ...secretsOf.get(folder.id)!,
        ...removedOf.get(folder.id)!.map((secret) => removedSecretView(secret, at)),
      ].sort(byName),
      folders: [...tree.subfolders.values()]
        .filter(({ folderId }) => folderId === folder.id)
        .map(({ id, name }) => ({ id, name }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    })),
  };
};

/** Records that values were read, if there were any. */
export const recordValues = (
  { audit }: Pick<Scope, 'audit'>,
  { row: project }: ProjectAccess,
  type: string,
  metadata: Readonly<Record<string, unknown>>,
  versions: readonly { readonly value: string | undefined }[],
): void => {
  const numberOfVersions = versions.filter(({ value }) => value !== undefined).length;
  if (numberOfVersions > 0) audit.recordRead({ type, metadata: { ...metadata, numberOfVersions }, project });
};
