import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ForeignKeyViolation } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import { requireFolderAt, folderNotFound } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderRow } from '../folders/store.ts';
import { lockFolders, placed, type LockedFolder } from '../secrets/guard.ts';
import { mayReadIn, orUndefined } from '../secrets/reading/other-projects.ts';
import { folderSubjectFields } from '../secrets/subject-fields.ts';
import { visibleImports } from './find.ts';
import { movedTo, newOwnSource, refuseReplication, shows } from './rules.ts';
import type { ImportEdge, ImportWithSource, SecretImportRow } from './store.ts';
import type { VisibleImport } from './view.ts';

export interface ImportChange {
  readonly id: string;
  /** The folder that imports. */
  readonly place: FolderRef;
  /** What is not told stays as it is. */
  readonly source: Partial<FolderRef>;
  readonly position: number | undefined;
}

/** What a request may ask for besides the folder. */
export interface Extras {
  readonly isReplication?: boolean | undefined;
  readonly sourceProjectId?: string | undefined;
}

/**
 * The folder that imports. Nobody else changes what folders of the project, or of the one that it imports from, import
 * until the transaction ends.
 */
const lockFolder = async (
  tx: Scope,
  { project }: ProjectAccess,
  place: FolderRef,
  sourceProjectId = project.id,
): Promise<LockedFolder> => {
  // In one order for everybody, so that no two wait for each other.
  for (const id of [...new Set([project.id, sourceProjectId])].sort()) {
    if (!(await tx.stores.projects.lockAmongWriters(project.organizationId, id))) throw projectNotFound();
  }
  // It stays where the caller was judged, too.
  return (await lockFolders(tx, project.id, [place]))[0]!;
};

/** 403 for whoever can see no secret in the source. Before anything is told of it. */
const requireSight = (project: ProjectAccess, source: FolderRef): void =>
  project.requireSome('describeSecret', 'secrets', folderSubjectFields(source));

/**
 * 404 for whoever can read no secret in a source in another project, as if it did not exist; in the project itself, 403
 * for whoever can see none. Before anything is told of it.
 */
const requireSource = async (
  { access }: Scope,
  project: ProjectAccess,
  source: FolderRef,
  projectId: string,
): Promise<void> => {
  if (projectId === project.project.id) return requireSight(project, source);
  const other = await orUndefined(access.inProject(projectId));
  if (!other || !mayReadIn(other, source)) throw folderNotFound(projectId, source);
};

const findIn = async (
  { stores }: Scope,
  folder: LockedFolder,
  place: FolderRef,
  id: string,
): Promise<ImportWithSource> => {
  const found = await stores.secretImports.findIn(folder.id, id);
  if (!found)
    throw notFound(`There is no such import in the path '${place.path}' of the environment '${place.environment}'.`);
  return found;
};

/** The imports of these projects, and of every project that those import from, be it through others. */
const edgesFrom = async (
  { secretImports }: Pick<Stores, 'secretImports'>,
  ...projectIds: readonly string[]
): Promise<ImportEdge[]> => {
  const edges: ImportEdge[] = [];
  const known = new Set(projectIds);
  let waiting: readonly string[] = [...known];
  while (waiting.length > 0) {
    const found = await secretImports.listEdges(waiting);
    for (const edge of found) edges.push(edge);
    waiting = [...new Set(found.map(({ sourceProjectId }) => sourceProjectId))].filter((id) => !known.has(id));
    for (const id of waiting) known.add(id);
  }
  return edges;
};

/** 400 unless the folder may import that source, be it by another import than the one that is to change. */
const refuseSource = async (
  { stores }: Scope,
  projectId: string,
  folder: LockedFolder,
  source: FolderRow,
  { environment, path }: FolderRef,
  changing?: string,
): Promise<void> => {
  const edges = (await edgesFrom(stores, projectId, source.projectId)).filter(({ id }) => id !== changing);
  if (edges.some(({ folderId, sourceFolderId }) => folderId === folder.id && sourceFolderId === source.id)) {
    throw badRequest(`The folder '${path}' of the environment '${environment}' is imported here already.`);
  }
  if (shows(edges, source.id, folder.id)) {
    throw badRequest(
      `Cyclic import: the folder '${path}' of the environment '${environment}' is this one, or imports it, be it through others.`,
    );
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

/**
 * What is recorded of its source: of one in another project, only which project, for who may read this log need not be
 * able to read there.
 */
const recordedSource = ({ projectId, sourceProjectId, sourceEnvironmentSlug, sourcePath }: ImportWithSource) =>
  sourceProjectId === projectId
    ? { importFromEnvironment: sourceEnvironmentSlug, importFromSecretPath: sourcePath }
    : { importFromProjectId: sourceProjectId };

/** What is recorded of an import. */
const recorded = ({ environment, path }: FolderRef, row: ImportWithSource) => ({
  secretImportId: row.id,
  folderId: row.folderId,
  importToEnvironment: environment,
  importToSecretPath: path,
  ...recordedSource(row),
  position: row.position,
});

/** The folder shows other secrets from now on, and so does whatever shows those. */
const tellOfMutation = async ({ events }: Scope, { project }: ProjectAccess, folder: LockedFolder): Promise<void> => {
  const own = placed(folder);
  await events.record(project.id, [], async () => ({
    own: [own, ...(await events.dependentsOf(project.id, [own])).own],
    elsewhere: [],
  }));
};

/**
 * After the transaction, because finding out what the caller may see in other projects takes a connection of its own.
 */
const seenBy = async (scope: Scope, project: ProjectAccess, row: Promise<ImportWithSource>): Promise<VisibleImport> =>
  (await visibleImports(scope, project, [await row]))[0]!;

/** Lets the folder import another one, after all that it imports already. */
export const addImport = async (
  scope: Scope,
  project: ProjectAccess,
  place: FolderRef,
  source: FolderRef,
  { isReplication, sourceProjectId = project.project.id }: Extras,
): Promise<VisibleImport> => {
  project.require('create', 'secret-imports', folderSubjectFields(place));
  await requireSource(scope, project, source, sourceProjectId);
  refuseReplication(isReplication);
  const add = scope.transaction(async (tx) => {
    const { secretImports } = tx.stores;
    const projectId = project.project.id;
    const folder = await lockFolder(tx, project, place, sourceProjectId);
    const from = await requireFolderAt(tx.stores, sourceProjectId, source);
    await refuseSource(tx, projectId, folder, from, source);

    const order = await secretImports.orderIn(folder.id);
    await secretImports.arrange(order);
    const now = timestamp(tx.clock.now());
    const row: SecretImportRow = {
      id: tx.ids.uuid(),
      projectId,
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
    if (sourceProjectId !== projectId) await tx.events.hold(sourceProjectId);
    await tellOfMutation(tx, project, folder);
    return added;
  });
  return seenBy(scope, project, orGone(add));
};

const recordedChange = (place: FolderRef, before: ImportWithSource, after: ImportWithSource) => {
  const old = Object.entries(recordedSource(before)).map(([name, value]) => [
    `old${name[0]!.toUpperCase()}${name.slice(1)}`,
    value,
  ]);
  return {
    ...recorded(place, after),
    ...(Object.fromEntries(old) as Record<string, string>),
    oldPosition: before.position,
  };
};

/**
 * The folder of the project that the import is to be of; undefined for an import from another project that stays one.
 */
const sourceAfter = (
  project: ProjectAccess,
  before: ImportWithSource,
  source: Partial<FolderRef>,
): FolderRef | undefined => {
  if (before.sourceProjectId !== project.project.id) return newOwnSource(source);
  return { environment: source.environment ?? before.sourceEnvironmentSlug, path: source.path ?? before.sourcePath };
};

/** Lets it be of another folder, or puts it elsewhere in the order. */
export const changeImport = (
  scope: Scope,
  project: ProjectAccess,
  { id, place, source, position }: ImportChange,
): Promise<VisibleImport> => {
  project.require('edit', 'secret-imports', folderSubjectFields(place));
  const change = scope.transaction(async (tx) => {
    const { secretImports } = tx.stores;
    const projectId = project.project.id;
    const folder = await lockFolder(tx, project, place);
    const before = await findIn(tx, folder, place, id);
    const wanted = sourceAfter(project, before, source);
    if (wanted) requireSight(project, wanted);
    const from = wanted && (await requireFolderAt(tx.stores, projectId, wanted));
    const order = await secretImports.orderIn(folder.id);
    const target = Math.min(position ?? before.position, order.length);
    const isSameSource = !from || from.id === before.sourceFolderId;
    if (isSameSource && target === before.position) return before;

    if (!isSameSource) await refuseSource(tx, projectId, folder, from, wanted, id);
    await secretImports.change(id, {
      sourceFolderId: from?.id ?? before.sourceFolderId,
      version: before.version + 1,
      updatedAt: timestamp(tx.clock.now()),
    });
    await secretImports.arrange(movedTo(order, id, target));
    const after = await findIn(tx, folder, place, id);
    await tx.audit.record({
      type: 'update-secret-import',
      metadata: recordedChange(place, before, after),
      project: project.project,
    });
    if (!isSameSource) await tellOfMutation(tx, project, folder);
    return after;
  });
  return seenBy(scope, project, orGone(change));
};

/** Ends the import; those after it close up. */
export const removeImport = (
  scope: Scope,
  project: ProjectAccess,
  place: FolderRef,
  id: string,
): Promise<VisibleImport> => {
  project.require('delete', 'secret-imports', folderSubjectFields(place));
  const remove = scope.transaction(async (tx) => {
    const { secretImports } = tx.stores;
    const folder = await lockFolder(tx, project, place);
    const before = await findIn(tx, folder, place, id);
    await secretImports.delete(id);
    await secretImports.arrange(await secretImports.orderIn(folder.id));
    await tx.audit.record({
      type: 'delete-secret-import',
      metadata: recorded(place, before),
      project: project.project,
    });
    await tellOfMutation(tx, project, folder);
    return before;
  });
  return seenBy(scope, project, remove);
};
