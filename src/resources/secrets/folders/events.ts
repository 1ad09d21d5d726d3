import type { Dependents } from '../../../events/dependents.ts';
import type { FolderChange } from '../../../events/recorder.ts';
import type { Scope } from '../../../scope.ts';
import { listFolders, type FolderTree, type FolderContents } from './contents.ts';
import { movedPath } from './path.ts';
import type { FolderRef } from './rules.ts';
import type { FolderWithPath } from './store.ts';

/** Records the events of a finished change of a folder and everything below it. */
export type RecordEvents = () => Promise<void>;

const hasSomething = ({ secrets, hasImports }: FolderContents): boolean => secrets.length > 0 || hasImports;

/** Sorts the keys, because the two databases return them in different orders. */
const changeOf = (kind: FolderChange['kind'], folder: FolderWithPath, { secrets }: FolderContents): FolderChange => ({
  kind,
  folder,
  keys: secrets.map(({ key }) => key).sort(),
});

/** Returns the dependents from before the change, and the current ones of these folders and of those dependents. */
const allDependents = async (
  { events }: Scope,
  projectId: string,
  folders: readonly FolderWithPath[],
  before: Dependents,
): Promise<Dependents> => {
  const now = await events.dependentsOf(projectId, [...folders, ...before.inProject]);
  // Other projects import what these folders contain, not what these folders import themselves.
  return {
    inProject: [...before.inProject, ...now.inProject],
    inOtherProjects: [
      ...before.inOtherProjects,
      ...now.inOtherProjects.filter(({ origin }) => folders.includes(origin)),
    ],
  };
};

/** Prepares the events of a deletion; called before it, because the dependents cannot be found afterwards. */
export const deletionEvents = async (
  tx: Scope,
  projectId: string,
  environment: string,
  contents: FolderTree,
): Promise<RecordEvents> => {
  const filled = listFolders(contents).filter(hasSomething);
  const folders = filled.map(({ id, path }) => ({ id, environment, path }));
  const dependents = await tx.events.dependentsOf(projectId, folders);
  const changes = filled.map((folder, index) => changeOf('secret:delete', folders[index]!, folder));
  return () => tx.events.record(projectId, changes, { shown: () => allDependents(tx, projectId, folders, dependents) });
};

/** Records the events of folders that came into being with their contents. */
export const creationEvents = async (
  tx: Scope,
  projectId: string,
  environment: string,
  contents: FolderTree,
): Promise<void> => {
  const filled = listFolders(contents).filter(hasSomething);
  const folders = filled.map(({ id, path }) => ({ id, environment, path }));
  const changes = filled.map((folder, index) => changeOf('secret:create', folders[index]!, folder));
  await tx.events.record(projectId, changes, { shown: () => tx.events.dependentsOf(projectId, folders) });
};

/** Prepares the events of a move: the secrets are deleted in the old path and created in the new one. */
export const moveEvents = async (
  tx: Scope,
  projectId: string,
  from: FolderRef,
  to: FolderRef,
  contents: FolderTree,
): Promise<RecordEvents> => {
  const filled = listFolders(contents).filter(hasSomething);
  const before = filled.map(({ id, path }) => ({ id, environment: from.environment, path }));
  const after = filled.map(({ id, path }) => ({
    id,
    environment: to.environment,
    path: movedPath(path, from.path, to.path),
  }));
  const dependents = await tx.events.dependentsOf(projectId, before);
  const changes = [
    ...filled.map((folder, index) => changeOf('secret:delete', before[index]!, folder)),
    ...filled.map((folder, index) => changeOf('secret:create', after[index]!, folder)),
  ];
  return () => tx.events.record(projectId, changes, { shown: () => allDependents(tx, projectId, after, dependents) });
};
