import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { recordFolderChange } from '../folder-changes/record.ts';
import { listFolders, requireDeparture, requireOnContents, type FolderTree } from '../folders/contents.ts';
import { creationEvents } from '../folders/events.ts';
import { requireCreationOfEach } from '../folders/guard.ts';
import { childPath, movedPath } from '../folders/path.ts';
import { checkMovedPaths } from '../folders/rules.ts';
import { mayReadIn, orUndefined } from '../secrets/reading/other-projects.ts';
import { itemNotFound, readContents, treeOf } from './contents.ts';
import { bringBack, findDestination, findTagsNow, type Destination } from './restore.ts';
import { checkFolderName, formerFolder, haveSameTags, isSameFolder } from './rules.ts';
import type { TrashItem, ImportSource } from './store.ts';
import type { RestoredItem } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** 403 unless the caller may see secrets in the sources of the imports, as for creating them; they stay until the end. */
const requireSources = async (tx: Scope, project: ProjectAccess, sources: readonly ImportSource[]): Promise<void> => {
  tx.addKeys(...sources.map(({ sourceProjectId: id }) => ofProject({ ...project.row, id })));
  for (const { sourceProjectId, sourceEnvironment, sourcePath } of sources) {
    if (sourceProjectId === project.row.id)
      project.requireSome('describeSecret', 'secrets', { environment: sourceEnvironment, secretPath: sourcePath });
    else {
      const other = await orUndefined(tx.access.inProject(sourceProjectId));
      if (!other || !mayReadIn(other, { environment: sourceEnvironment, path: sourcePath }))
        project.refuse('create', 'secret-imports');
    }
  }
};

const pathsOf = (tree: FolderTree): string[] => listFolders(tree).map(({ path }) => path);

/** 403 unless the caller may create the folders and everything in them. */
const requireCreation = (project: ProjectAccess, environment: string, tree: FolderTree): void => {
  requireCreationOfEach(project, environment, pathsOf(tree));
  requireOnContents(project, 'create', environment, tree);
};

const hasSameTags = (before: FolderTree, after: FolderTree): boolean => {
  const tagsNow = new Map(listFolders(after).flatMap(({ secrets }) => secrets.map((secret) => [secret.id, secret])));
  return listFolders(before).every(({ secrets }) =>
    secrets.every((secret) => haveSameTags(secret, tagsNow.get(secret.id)!)),
  );
};

const refuseTaken = async ({ stores }: Scope, { row, folder }: Destination, name: string): Promise<void> => {
  if (await stores.folders.findByPath(row.environmentId, childPath(row.path, name)))
    throw badRequest(
      `A folder '${name}' already exists in the path '${folder.path}'. Restore it with another name as newName.`,
    );
};

/** Restores a folder with everything that was deleted with it. */
export const restoreFolder = async (
  tx: Scope,
  project: ProjectAccess,
  item: TrashItem,
  newName: string | undefined,
): Promise<RestoredItem> => {
  checkFolderName(newName);
  const projectId = project.row.id;
  const former = formerFolder(item);
  const contents = await readContents(tx, item);
  const folders = await tx.stores.trash.foldersOf(item.id);
  const top = folders.find(({ id }) => id === item.id);
  if (!top) throw itemNotFound();
  const importing = new Set(await tx.stores.trash.foldersWithImports(item.id));
  const before = treeOf(item.id, folders, importing, contents.secrets, contents.tags);
  requireCreation(project, former.environment, before);
  await requireSources(tx, project, await tx.stores.trash.sourcesOf(item.id));

  const destination = await findDestination(tx, projectId, item);
  const { environment } = destination.folder;
  const name = newName ?? item.name;
  const path = childPath(destination.folder.path, name);
  const moved = folders.map((folder) => ({ ...folder, path: movedPath(folder.path, top.path, path) }));
  const tagsNow = await findTagsNow(tx, projectId, contents);
  const after = treeOf(item.id, moved, importing, contents.secrets, tagsNow);
  if (!isSameFolder(former, destination.folder) || path !== top.path || !hasSameTags(before, after)) {
    await requireDeparture(tx, project, former.environment, before);
    requireCreation(project, environment, after);
  }
  await refuseTaken(tx, destination, name);
  checkMovedPaths(pathsOf(after));

  const { trashCopies } = tx.stores;
  const place = { parentId: destination.row.id, environmentId: destination.row.environmentId, name, path };
  await trashCopies.restoreFolders(item, top, place);
  await bringBack(tx, projectId, contents.secrets);
  await trashCopies.restoreImports(item);
  await recordFolderChange(tx, destination.row.id, 'folder-restored', [item.id]);
  await creationEvents(tx, projectId, environment, after);
  return { item, name, environment, path: destination.folder.path };
};
