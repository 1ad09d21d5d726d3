import { noSuchProject } from '../../access/access.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { timestamp } from '../../platform/clock.ts';
import { ForeignKeyViolation } from '../../platform/db/errors.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { Place } from '../folders/rules.ts';
import type { FolderRow } from '../folders/store.ts';
import { lockFolders, placed, type LockedFolder } from '../secrets/guard.ts';
import { folderThing } from '../secrets/thing.ts';
import { movedTo, refuseExtras, shows, type Extras } from './rules.ts';
import type { PlacedImport, SecretImportRow } from './store.ts';

export interface ImportChange {
  readonly id: string;
  /** The folder that imports. */
  readonly place: Place;
  /** What is not told stays as it is. */
  readonly source: Partial<Place>;
  readonly position: number | undefined;
}

/** The folder that imports. Nobody else changes what folders of the project import until the transaction ends. */
const lockFolder = async (tx: Scope, { project }: ProjectAccess, place: Place): Promise<LockedFolder> => {
  if (!(await tx.stores.projects.lockAmongWriters(project.organizationId, project.id))) throw noSuchProject();
  // It stays where the caller was judged, too.
  return (await lockFolders(tx, project.id, [place]))[0]!;
};

/** 403 for whoever can see no secret in the source. Before anything is told of it. */
const requireSight = (project: ProjectAccess, source: Place): void => project.requireSome('describeSecret', 'secrets', folderThing(source));

const findIn = async ({ stores }: Scope, folder: LockedFolder, place: Place, id: string): Promise<PlacedImport> => {
  const found = await stores.secretImports.findIn(folder.id, id);
  if (!found) throw notFound(`There is no such import in the path '${place.path}' of the environment '${place.environment}'.`);
  return found;
};

/** 400 unless the folder may import that source, be it by another import than the one that is to change. */
const refuseSource = async ({ stores }: Scope, folder: LockedFolder, source: FolderRow, { environment, path }: Place, changing?: string): Promise<void> => {
  const edges = (await stores.secretImports.listEdges(source.projectId)).filter(({ id }) => id !== changing);
  if (edges.some(({ folderId, sourceFolderId }) => folderId === folder.id && sourceFolderId === source.id)) {
    throw badRequest(`The folder '${path}' of the environment '${environment}' is imported here already.`);
  }
  if (shows(edges, source.id, folder.id)) {
    throw badRequest(`Cyclic import: the folder '${path}' of the environment '${environment}' is this one, or imports it, be it through others.`);
  }
};

/** Folders can be deleted while one is waiting to import them. */
const orGone = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ForeignKeyViolation) throw notFound('One of these folders was deleted at this moment.');
    throw error;
  }
};

/** What is recorded of an import. */
const recorded = ({ environment, path }: Place, { id, folderId, sourceEnvironmentSlug, sourcePath, position }: PlacedImport) => ({
  secretImportId: id,
  folderId,
  importToEnvironment: environment,
  importToSecretPath: path,
  importFromEnvironment: sourceEnvironmentSlug,
  importFromSecretPath: sourcePath,
  position,
});

/** The folder shows other secrets from now on, and so does whatever shows those. */
const tellOfMutation = async ({ events }: Scope, { project }: ProjectAccess, folder: LockedFolder): Promise<void> => {
  const own = placed(folder);
  await events.record(project.id, [], async () => ({ own: [own, ...(await events.dependentsOf(project.id, [own])).own], elsewhere: [] }));
};

/** Lets the folder import another one, after all that it imports already. */
export const addImport = (scope: Scope, project: ProjectAccess, place: Place, source: Place, extras: Extras): Promise<PlacedImport> => {
  project.require('create', 'secret-imports', folderThing(place));
  requireSight(project, source);
  refuseExtras(extras, project.project.id);
  const add = scope.transaction(async (tx) => {
    const { secretImports } = tx.stores;
    const folder = await lockFolder(tx, project, place);
    const from = await requireFolderAt(tx.stores, project.project.id, source);
    await refuseSource(tx, folder, from, source);

    const order = await secretImports.orderIn(folder.id);
    await secretImports.arrange(order);
    const now = timestamp(tx.clock.now());
    const row: SecretImportRow = {
      id: tx.ids.uuid(),
      projectId: from.projectId,
      folderId: folder.id,
      sourceFolderId: from.id,
      position: order.length + 1,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await secretImports.insert(row);
    const added = await findIn(tx, folder, place, row.id);
    await tx.audit.record({ type: 'create-secret-import', metadata: recorded(place, added), project: project.project });
    await tellOfMutation(tx, project, folder);
    return added;
  });
  return orGone(add);
};

const recordedChange = (place: Place, before: PlacedImport, after: PlacedImport) => ({
  ...recorded(place, after),
  oldImportFromEnvironment: before.sourceEnvironmentSlug,
  oldImportFromSecretPath: before.sourcePath,
  oldPosition: before.position,
});

/** Lets it be of another folder, or puts it elsewhere in the order. */
export const changeImport = (scope: Scope, project: ProjectAccess, { id, place, source, position }: ImportChange): Promise<PlacedImport> => {
  project.require('edit', 'secret-imports', folderThing(place));
  const change = scope.transaction(async (tx) => {
    const { secretImports } = tx.stores;
    const folder = await lockFolder(tx, project, place);
    const before = await findIn(tx, folder, place, id);
    const wanted = { environment: source.environment ?? before.sourceEnvironmentSlug, path: source.path ?? before.sourcePath };
    requireSight(project, wanted);
    const from = await requireFolderAt(tx.stores, project.project.id, wanted);
    const order = await secretImports.orderIn(folder.id);
    const target = Math.min(position ?? before.position, order.length);
    const isSameSource = from.id === before.sourceFolderId;
    if (isSameSource && target === before.position) return before;

    if (!isSameSource) await refuseSource(tx, folder, from, wanted, id);
    await secretImports.change(id, { sourceFolderId: from.id, version: before.version + 1, updatedAt: timestamp(tx.clock.now()) });
    await secretImports.arrange(movedTo(order, id, target));
    const after = await findIn(tx, folder, place, id);
    await tx.audit.record({ type: 'update-secret-import', metadata: recordedChange(place, before, after), project: project.project });
    if (!isSameSource) await tellOfMutation(tx, project, folder);
    return after;
  });
  return orGone(change);
};

/** Ends the import; those after it close up. */
export const removeImport = (scope: Scope, project: ProjectAccess, place: Place, id: string): Promise<PlacedImport> => {
  project.require('delete', 'secret-imports', folderThing(place));
  return scope.transaction(async (tx) => {
    const { secretImports } = tx.stores;
    const folder = await lockFolder(tx, project, place);
    const before = await findIn(tx, folder, place, id);
    await secretImports.delete(id);
    await secretImports.arrange(await secretImports.orderIn(folder.id));
    await tx.audit.record({ type: 'delete-secret-import', metadata: recorded(place, before), project: project.project });
    await tellOfMutation(tx, project, folder);
    return before;
  });
};
