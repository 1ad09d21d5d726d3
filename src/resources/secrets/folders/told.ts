import type { Dependents } from '../../../events/dependents.ts';
import type { FolderChange } from '../../../events/recorder.ts';
import type { Scope } from '../../../scope.ts';
import { foldersOf, type Contents, type FilledFolder } from './contents.ts';
import { carried } from './path.ts';
import type { Place } from './rules.ts';
import type { PlacedFolder } from './store.ts';

/** Tells, once it is done, what happened to the secrets in a folder and below. */
export type Tell = () => Promise<void>;

const hasSomething = ({ secrets, hasImports }: FilledFolder): boolean => secrets.length > 0 || hasImports;

/** In one order, whatever the database. */
const changeOf = (kind: FolderChange['kind'], folder: PlacedFolder, { secrets }: FilledFolder): FolderChange => ({
  kind,
  folder,
  keys: secrets.map(({ key }) => key).sort(),
});

/** Those that were found before, and whatever shows these or them by now. */
const shownBy = async (
  { events }: Scope,
  projectId: string,
  folders: readonly PlacedFolder[],
  before: Dependents,
): Promise<Dependents> => {
  const now = await events.dependentsOf(projectId, [...folders, ...before.own]);
  // Other projects show what is in these folders, and not what shows through them.
  return {
    own: [...before.own, ...now.own],
    elsewhere: [...before.elsewhere, ...now.elsewhere.filter(({ origin }) => folders.includes(origin))],
  };
};

/** Looked at before they are gone, for what shows them is then not to be found any more. */
export const tellingOfDeletion = async (
  tx: Scope,
  projectId: string,
  environment: string,
  contents: Contents,
): Promise<Tell> => {
  const filled = foldersOf(contents).filter(hasSomething);
  const folders = filled.map(({ id, path }) => ({ id, environment, path }));
  const shown = await tx.events.dependentsOf(projectId, folders);
  const changes = filled.map((folder, index) => changeOf('secret:delete', folders[index]!, folder));
  return () => tx.events.record(projectId, changes, () => shownBy(tx, projectId, folders, shown));
};

/** The secrets are gone from where they were, and come to be where they are then. */
export const tellingOfMove = async (
  tx: Scope,
  projectId: string,
  from: Place,
  to: Place,
  contents: Contents,
): Promise<Tell> => {
  const filled = foldersOf(contents).filter(hasSomething);
  const before = filled.map(({ id, path }) => ({ id, environment: from.environment, path }));
  const after = filled.map(({ id, path }) => ({
    id,
    environment: to.environment,
    path: carried(path, from.path, to.path),
  }));
  const shown = await tx.events.dependentsOf(projectId, before);
  const changes = [
    ...filled.map((folder, index) => changeOf('secret:delete', before[index]!, folder)),
    ...filled.map((folder, index) => changeOf('secret:create', after[index]!, folder)),
  ];
  return () => tx.events.record(projectId, changes, () => shownBy(tx, projectId, after, shown));
};
