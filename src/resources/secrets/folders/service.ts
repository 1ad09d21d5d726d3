import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { EnvironmentRow } from '../../project/environments/store.ts';
import {
  isEmpty,
  lockContents,
  numberOfSecrets,
  pathsBelow,
  requireDeletionOfContents,
  requireMoveOfContents,
} from './contents.ts';
import {
  refuseRoot,
  refuseTaken,
  requireCreationOfEach,
  requireEnvironment,
  requireFolder,
  requireOnEach,
  folderNameTaken,
  folderNotFound,
} from './guard.ts';
import { carried, childPath, parentPath, pathsTo } from './path.ts';
import { checkMovedPaths, type FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';
import { deletionEvents, moveEvents, type RecordEvents } from './events.ts';

export interface FolderInput {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** A change of one folder that is one of several. */
export interface FolderChange extends FolderInput {
  readonly id: string;
  readonly place: FolderRef;
}

/** What is recorded of a folder. */
const recorded = (environment: string, { id, name, path }: FolderRow) => ({
  environment,
  folderId: id,
  folderName: name,
  folderPath: path,
});

/** Its environment, in which nobody else makes or moves folders until the transaction ends. */
const lockEnvironment = async ({ stores }: Scope, projectId: string, place: FolderRef): Promise<EnvironmentRow> => {
  const environment = await requireEnvironment(stores, projectId, place);
  if ((await stores.folders.lockRoots([environment.id])) === 0) throw folderNotFound(projectId, place);
  return environment;
};

const newFolder = ({ clock, ids }: Scope, parent: FolderRow, { name, description = null }: FolderInput): FolderRow => {
  const now = timestamp(clock.now());
  const { projectId, environmentId } = parent;
  const path = childPath(parent.path, name);
  return {
    id: ids.uuid(),
    projectId,
    environmentId,
    parentId: parent.id,
    name,
    path,
    description,
    version: 1,
    lastSecretModified: null,
    createdAt: now,
    updatedAt: now,
  };
};

/** Makes the folder, and those on the way to it that are missing. */
export const addFolder = async (
  scope: Scope,
  project: ProjectAccess,
  place: FolderRef,
  input: FolderInput,
): Promise<FolderRow> => {
  const path = childPath(place.path, input.name);
  requireCreationOfEach(project, place.environment, [path]);
  return scope.transaction(async (tx) => {
    const environment = await lockEnvironment(tx, project.project.id, place);
    const way = pathsTo(path);
    const there = await tx.stores.folders.listByPaths(environment.id, way);
    if (there.length === way.length) throw folderNameTaken(input.name, place.path);
    const missing = way.slice(there.length);
    requireCreationOfEach(project, place.environment, missing);

    const made: FolderRow[] = [];
    for (const one of missing) {
      const parent = made.at(-1) ?? there.find((row) => row.path === parentPath(one))!;
      made.push(newFolder(tx, parent, one === path ? input : { name: one.slice(one.lastIndexOf('/') + 1) }));
    }
    await tx.stores.folders.insert(made);
    const folder = made.at(-1)!;
    const parents = missing.slice(0, -1);
    await tx.audit.record({
      type: 'create-folder',
      metadata: { ...recorded(place.environment, folder), ...(parents.length > 0 && { parents }) },
      project: project.project,
    });
    return folder;
  });
};

/** The folder of that id in that place; the root is in no folder, and refused by its own name. */
const findInPlace = async (
  { stores }: Scope,
  projectId: string,
  place: FolderRef,
  id: string,
  verb: string,
): Promise<FolderRow> => {
  const { environment, folder: parent } = await requireFolder(stores, projectId, place);
  const folder = await stores.folders.findById(projectId, id);
  if (folder?.environmentId !== environment.id)
    throw notFound(`There is no such folder in the path '${place.path}' of the environment '${place.environment}'.`);
  refuseRoot(folder, verb);
  if (folder.parentId !== parent.id)
    throw notFound(`There is no such folder in the path '${place.path}' of the environment '${place.environment}'.`);
  return folder;
};

/** Everything in it and below is somewhere else afterwards, so it is judged as what is moved. */
const rename = async (
  tx: Scope,
  project: ProjectAccess,
  environment: string,
  before: FolderRow,
  after: FolderRow,
): Promise<RecordEvents> => {
  requireOnEach(project, 'edit', environment, [after.path]);
  const contents = await lockContents(tx, before);
  const below = pathsBelow(contents);
  const moved = below.map((path) => carried(path, before.path, after.path));
  requireOnEach(project, 'edit', environment, [...below, ...moved]);
  const [from, to] = [
    { environment, path: before.path },
    { environment, path: after.path },
  ];
  await requireMoveOfContents(tx, project, from, to, contents);
  await refuseTaken(tx.stores, before.environmentId, parentPath(before.path), after.name);
  checkMovedPaths(moved);
  const tell = await moveEvents(tx, project.project.id, from, to, contents);
  await tx.stores.folders.relocateBelow(before, after);
  return tell;
};

interface Changed {
  readonly before: FolderRow;
  /** The same if nothing was to be changed. */
  readonly after: FolderRow;
  /** Nothing to tell for what has no other path. */
  readonly tell: RecordEvents | undefined;
}

const changeOne = async (
  tx: Scope,
  project: ProjectAccess,
  { id, place, name, description }: FolderChange,
): Promise<Changed> => {
  await lockEnvironment(tx, project.project.id, place);
  const before = await findInPlace(tx, project.project.id, place, id, 'changed');
  requireOnEach(project, 'edit', place.environment, [before.path]);
  const wanted = { name, description: description === undefined ? before.description : description };
  if (wanted.name === before.name && wanted.description === before.description)
    return { before, after: before, tell: undefined };

  const changes = {
    ...wanted,
    path: childPath(place.path, name),
    version: before.version + 1,
    updatedAt: timestamp(tx.clock.now()),
  };
  const after = { ...before, ...changes };
  const tell = name === before.name ? undefined : await rename(tx, project, place.environment, before, after);
  await tx.stores.folders.change(id, changes);
  return { before, after, tell };
};

const recordedChange = (environment: string, before: FolderRow, after: FolderRow) => ({
  ...recorded(environment, after),
  oldFolderName: before.name,
  oldFolderPath: before.path,
});

export const changeFolder = (scope: Scope, project: ProjectAccess, change: FolderChange): Promise<FolderRow> => {
  project.requireSome('edit', 'secret-folders');
  return scope.transaction(async (tx) => {
    const { before, after, tell } = await changeOne(tx, project, change);
    if (after !== before)
      await tx.audit.record({
        type: 'update-folder',
        metadata: recordedChange(change.place.environment, before, after),
        project: project.project,
      });
    await tell?.();
    return after;
  });
};

/** One after the other, and all of them or none. */
export const changeFolders = (
  scope: Scope,
  project: ProjectAccess,
  wanted: readonly FolderChange[],
): Promise<FolderRow[]> => {
  project.requireSome('edit', 'secret-folders');
  return scope.transaction(async (tx) => {
    await lockAll(tx, project.project.id, wanted);
    const done = [];
    for (const change of wanted)
      done.push({ ...(await changeOne(tx, project, change)), environment: change.place.environment });
    const folders = done
      .filter(({ before, after }) => after !== before)
      .map(({ environment, before, after }) => recordedChange(environment, before, after));
    if (folders.length > 0)
      await tx.audit.record({ type: 'update-folders', metadata: { folders }, project: project.project });
    for (const { tell } of done) await tell?.();
    return done.map(({ after }) => after);
  });
};

/** Every environment at once, in the order in which everybody locks them. */
const lockAll = async ({ stores }: Scope, projectId: string, changes: readonly FolderChange[]): Promise<void> => {
  const places = new Map(changes.map(({ place }) => [place.environment, place]));
  const found = [];
  for (const place of places.values()) found.push(await requireEnvironment(stores, projectId, place));
  await stores.folders.lockRoots(found.map(({ id }) => id));
};

/** The folder of that name in that place, or else of that id. */
const findByNameOrId = async (tx: Scope, projectId: string, place: FolderRef, nameOrId: string): Promise<FolderRow> => {
  const { environment, folder: parent } = await requireFolder(tx.stores, projectId, place);
  const named = await tx.stores.folders.findByPath(environment.id, childPath(place.path, nameOrId));
  return named?.parentId === parent.id ? named : findInPlace(tx, projectId, place, nameOrId, 'deleted');
};

/** Deletes the folder; what is in it goes too, or keeps it from being deleted. */
export const removeFolder = (
  scope: Scope,
  project: ProjectAccess,
  place: FolderRef,
  nameOrId: string,
  { isForced }: { isForced: boolean },
): Promise<FolderRow> => {
  project.requireSome('delete', 'secret-folders');
  return scope.transaction(async (tx) => {
    await lockEnvironment(tx, project.project.id, place);
    const folder = await findByNameOrId(tx, project.project.id, place, nameOrId);
    requireOnEach(project, 'delete', place.environment, [folder.path]);
    const contents = await lockContents(tx, folder);
    requireOnEach(project, 'delete', place.environment, pathsBelow(contents));
    requireDeletionOfContents(project, place.environment, contents);
    if (!isForced && !isEmpty(contents))
      throw badRequest(
        `The folder '${folder.path}' is not empty. With forceDelete=true it is deleted together with what is in it.`,
      );

    const tell = await deletionEvents(tx, project.project.id, place.environment, contents);
    await tx.stores.folders.delete(folder.id);
    const secrets = numberOfSecrets(contents);
    await tx.audit.record({
      type: 'delete-folder',
      metadata: { ...recorded(place.environment, folder), ...(secrets > 0 && { numberOfSecrets: secrets }) },
      project: project.project,
    });
    await tell();
    return folder;
  });
};
