import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt, folderNotFound } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderRow, FolderWithPath } from '../folders/store.ts';
import { findFolder } from '../secrets/writing/find.ts';
import { mayReadIn, orUndefined } from '../secrets/reading/other-projects.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { visibleImports } from './find.ts';
import { movedTo, readReplacement, refuseReplication, importsFolder } from './rules.ts';
import type { ImportEdge, ImportWithSource, SecretImportRow } from './store.ts';
import type { VisibleImport } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

export interface ImportChange {
  readonly id: string;
  /** The folder that imports. */
  readonly folderRef: FolderRef;
  /** Undefined parts stay unchanged. */
  readonly source: Partial<FolderRef>;
  readonly position: number | undefined;
}

/** Optional settings of an import in a request. */
export interface Extras {
  readonly isReplication?: boolean | undefined;
  readonly sourceProjectId?: string | undefined;
}

/** 403 if the caller may not see any secret in the source; checked before the response reveals anything about it. */
const requireVisibleSource = (project: ProjectAccess, source: FolderRef): void =>
  project.requireSome('describeSecret', 'secrets', folderSubjectFields(source));

/**
 * 404 if the source is in another project and the caller may not read any secret there, as if it did not exist; 403 if
 * it is in the same project and the caller may not see any. Checked before the response reveals anything about it.
 */
const requireSource = async (
  { access }: Scope,
  project: ProjectAccess,
  source: FolderRef,
  projectId: string,
): Promise<void> => {
  if (projectId === project.row.id) return requireVisibleSource(project, source);
  const other = await orUndefined(access.inProject(projectId));
  if (!other || !mayReadIn(other, source)) throw folderNotFound(projectId, source);
};

const findImport = async (
  { stores }: Scope,
  folder: FolderWithPath,
  folderRef: FolderRef,
  id: string,
): Promise<ImportWithSource> => {
  const row = await stores.secretImports.findIn(folder.id, id);
  if (!row)
    throw notFound(`Import not found in the path '${folderRef.path}' of the environment '${folderRef.environment}'.`);
  return row;
};

/**
 * Lists the imports of these projects, and of every project that those import from, directly or indirectly. None of them
 * gets another import until the transaction ends: two that are harmless alone could be a cycle.
 */
const listEdgesFrom = async (tx: Scope, ...projectIds: readonly string[]): Promise<ImportEdge[]> => {
  const edges: ImportEdge[] = [];
  const visitedProjects = new Set(projectIds);
  let waiting: readonly string[] = [...visitedProjects];
  while (waiting.length > 0) {
    const edgesOfProjects = await tx.stores.secretImports.listEdges(waiting);
    for (const edge of edgesOfProjects) edges.push(edge);
    waiting = [...new Set(edgesOfProjects.map(({ sourceProjectId }) => sourceProjectId))].filter(
      (id) => !visitedProjects.has(id),
    );
    tx.addKeys(...waiting.map((id) => ofProject({ id, organizationId: tx.access.organization.id })));
    for (const id of waiting) visitedProjects.add(id);
  }
  return edges;
};

/** 400 if the import would be a cycle or a duplicate; ignores the import that is being changed. */
const refuseSource = async (
  tx: Scope,
  projectId: string,
  folder: FolderWithPath,
  source: FolderRow,
  { environment, path }: FolderRef,
  changing?: string,
): Promise<void> => {
  const edges = (await listEdgesFrom(tx, projectId, source.projectId)).filter(({ id }) => id !== changing);
  if (edges.some(({ folderId, sourceFolderId }) => folderId === folder.id && sourceFolderId === source.id)) {
    throw badRequest(`The folder '${path}' of the environment '${environment}' is imported here already.`);
  }
  if (importsFolder(edges, source.id, folder.id)) {
    throw badRequest(
      `Cyclic import: the folder '${path}' of the environment '${environment}' is this one, or imports it, be it through others.`,
    );
  }
};

/**
 * Returns the audit metadata of the source; for another project only its id, because readers of this log may not be
 * allowed to read there.
 */
const auditedSource = ({ projectId, sourceProjectId, sourceEnvironmentSlug, sourcePath }: ImportWithSource) =>
  sourceProjectId === projectId
    ? { importFromEnvironment: sourceEnvironmentSlug, importFromSecretPath: sourcePath }
    : { importFromProjectId: sourceProjectId };

/** Returns the audit metadata of an import. */
const auditedImport = ({ environment, path }: FolderRef, row: ImportWithSource) => ({
  secretImportId: row.id,
  folderId: row.folderId,
  importToEnvironment: environment,
  importToSecretPath: path,
  ...auditedSource(row),
  position: row.position,
});

/** Records that the secrets shown by the folder, and by its dependents, have changed. */
const recordMutation = async (
  { events }: Scope,
  { row: project }: ProjectAccess,
  folder: FolderWithPath,
): Promise<void> => {
  const shown = async () => ({
    inProject: [folder, ...(await events.dependentsOf(project.id, [folder])).inProject],
    inOtherProjects: [],
  });
  await events.record(project.id, [{ kind: 'secret:update', folder, keys: [] }], { shown });
};

/** Hides what the caller may not see; runs after the transaction, because it needs another connection. */
const hideFromCaller = async (
  scope: Scope,
  project: ProjectAccess,
  row: Promise<ImportWithSource>,
): Promise<VisibleImport> => (await visibleImports(scope, project, [await row]))[0]!;

/** Adds an import to the folder, at the last position. */
export const addImport = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  source: FolderRef,
  { isReplication, sourceProjectId = project.row.id }: Extras,
): Promise<VisibleImport> => {
  project.require('create', 'secret-imports', folderSubjectFields(folderRef));
  await requireSource(scope, project, source, sourceProjectId);
  refuseReplication(isReplication);
  const keys = [ofProject(project.row), ofProject({ ...project.row, id: sourceProjectId })];
  const add = scope.transaction(keys, async (tx) => {
    const { secretImports } = tx.stores;
    const projectId = project.row.id;
    const folder = await findFolder(tx, projectId, folderRef);
    const from = await requireFolderAt(tx.stores, sourceProjectId, source);
    await refuseSource(tx, projectId, folder, from, source);

    const order = await secretImports.listIdsIn(folder.id);
    await secretImports.arrange(projectId, order);
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
    const added = await findImport(tx, folder, folderRef, row.id);
    await tx.audit.record({
      type: 'create-secret-import',
      metadata: auditedImport(folderRef, added),
      project: project.row,
    });
    await recordMutation(tx, project, folder);
    return added;
  });
  return hideFromCaller(scope, project, add);
};

const auditedChange = (folderRef: FolderRef, before: ImportWithSource, after: ImportWithSource) => {
  const old = Object.entries(auditedSource(before)).map(([name, value]) => [
    `old${name[0]!.toUpperCase()}${name.slice(1)}`,
    value,
  ]);
  return {
    ...auditedImport(folderRef, after),
    ...(Object.fromEntries(old) as Record<string, string>),
    oldPosition: before.position,
  };
};

/** Returns the new source folder in this project; undefined for an import that stays one from another project. */
const sourceAfter = (
  project: ProjectAccess,
  before: ImportWithSource,
  source: Partial<FolderRef>,
): FolderRef | undefined => {
  if (before.sourceProjectId !== project.row.id) return readReplacement(source);
  return { environment: source.environment ?? before.sourceEnvironmentSlug, path: source.path ?? before.sourcePath };
};

/** Changes the source or the position of the import. */
export const changeImport = (
  scope: Scope,
  project: ProjectAccess,
  { id, folderRef, source, position }: ImportChange,
): Promise<VisibleImport> => {
  project.require('edit', 'secret-imports', folderSubjectFields(folderRef));
  const change = scope.transaction(ofProject(project.row), async (tx) => {
    const { secretImports } = tx.stores;
    const projectId = project.row.id;
    const folder = await findFolder(tx, projectId, folderRef);
    const before = await findImport(tx, folder, folderRef, id);
    const newSource = sourceAfter(project, before, source);
    if (newSource) requireVisibleSource(project, newSource);
    const from = newSource && (await requireFolderAt(tx.stores, projectId, newSource));
    const order = await secretImports.listIdsIn(folder.id);
    const target = Math.min(position ?? before.position, order.length);
    const isSameSource = !from || from.id === before.sourceFolderId;
    if (isSameSource && target === before.position) return before;

    if (!isSameSource) await refuseSource(tx, projectId, folder, from, newSource, id);
    await secretImports.change(before, {
      sourceFolderId: from?.id ?? before.sourceFolderId,
      version: before.version + 1,
      updatedAt: timestamp(tx.clock.now()),
    });
    await secretImports.arrange(projectId, movedTo(order, id, target));
    const after = await findImport(tx, folder, folderRef, id);
    await tx.audit.record({
      type: 'update-secret-import',
      metadata: auditedChange(folderRef, before, after),
      project: project.row,
    });
    if (!isSameSource) await recordMutation(tx, project, folder);
    return after;
  });
  return hideFromCaller(scope, project, change);
};

/** Deletes the import, and closes the gap in the positions. */
export const removeImport = (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  id: string,
): Promise<VisibleImport> => {
  project.require('delete', 'secret-imports', folderSubjectFields(folderRef));
  const remove = scope.transaction(ofProject(project.row), async (tx) => {
    const { secretImports } = tx.stores;
    const folder = await findFolder(tx, project.row.id, folderRef);
    const before = await findImport(tx, folder, folderRef, id);
    await secretImports.delete(before);
    await secretImports.arrange(project.row.id, await secretImports.listIdsIn(folder.id));
    await tx.audit.record({
      type: 'delete-secret-import',
      metadata: auditedImport(folderRef, before),
      project: project.row,
    });
    await recordMutation(tx, project, folder);
    return before;
  });
  return hideFromCaller(scope, project, remove);
};
