import type { ProjectRow } from '../../../access/project.ts';
import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { requireRenaming, subjectsWithCondition } from '../../../access/renaming.ts';
import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest, notFound, ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findContents, pathsBelow, requireDeletionOfContents } from '../../secrets/folders/contents.ts';
import { requireOnEach } from '../../secrets/folders/guard.ts';
import { requireTrashDeletion } from '../../secrets/trash/contents.ts';
import { findActiveEnvironment, unknownEnvironment } from './guard.ts';
import { newEnvironment } from './new.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import { ofProject } from '../../../transaction-keys.ts';

const graceSeconds = 14 * 86_400;

const refuseTakenSlug = async <T>(
  { stores }: Scope,
  projectId: string,
  slug: string | undefined,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (slug === undefined || !(error instanceof UniqueViolation)) throw error;
    const holder = await stores.environments.findBySlug(projectId, slug);
    if (holder?.softDeletedAt)
      throw badRequest(
        `A deleted environment still holds the slug "${slug}". Restore it, delete it for good, or choose another slug.`,
      );
    throw badRequest(`There is an environment "${slug}" in this project already. Choose another slug.`);
  }
};

const findLastPosition = async ({ stores }: Scope, { organizationId, id }: ProjectRow): Promise<number> => {
  const [project, count] = await Promise.all([
    stores.projects.findById(organizationId, id),
    stores.environments.countActive(id),
  ]);
  if (!project) throw projectNotFound();
  return count;
};

export const addEnvironment = (
  scope: Scope,
  { row: project }: ProjectAccess,
  body: Request<'createEnvironment'>['body'],
): Promise<EnvironmentRow> => {
  const add = scope.transaction(ofProject(project), async (tx) => {
    const { environments } = tx.stores;
    const last = await findLastPosition(tx, project);
    const position = Math.min(body.position ?? last + 1, last + 1);
    const { slug, color = null, isProtected = false } = body;
    const environment = newEnvironment(tx, project.id, { name: body.name.trim(), slug, position, color, isProtected });
    if (position <= last) await environments.shift(project.id, { from: position, to: last }, 1);
    await environments.insert(environment);
    const { id, name } = environment;
    await tx.audit.record({
      type: 'create-environment',
      metadata: { environmentId: id, name, slug, position, color, isProtected },
      project,
    });
    return environment;
  });
  return refuseTakenSlug(scope, project.id, body.slug, add);
};

const shiftPositions = async (
  { stores: { environments } }: Scope,
  projectId: string,
  from: number,
  to: number,
): Promise<void> => {
  if (to > from) await environments.shift(projectId, { from: from + 1, to }, -1);
  if (to < from) await environments.shift(projectId, { from: to, to: from - 1 }, 1);
};

const environmentFields = ['name', 'slug', 'position', 'color', 'isProtected'] as const;

export const changeEnvironment = (
  scope: Scope,
  access: ProjectAccess,
  id: string,
  { name, slug, position, color, isProtected }: Request<'updateEnvironment'>['body'],
): Promise<EnvironmentRow> => {
  const { row: project } = access;
  const change = scope.transaction(ofProject(project), async (tx) => {
    const { environments } = tx.stores;
    const [last, before] = await Promise.all([
      findLastPosition(tx, project),
      findActiveEnvironment(tx.stores, project.id, id),
    ]);
    const target = position === undefined || position === 0 ? undefined : Math.min(position, last);
    const after = {
      name: name?.trim() ?? before.name,
      slug: slug ?? before.slug,
      position: target ?? before.position,
      color: color === undefined ? before.color : color,
      isProtected: isProtected ?? before.isProtected,
    };
    if (environmentFields.every((field) => after[field] === before[field])) return before;
    if (after.slug !== before.slug)
      await requireRenaming(tx, access, {
        field: 'environment',
        subjects: subjectsWithCondition('environment'),
        before: before.slug,
        after: after.slug,
      });

    await shiftPositions(tx, project.id, before.position, after.position);
    const changes = { ...after, updatedAt: timestamp(tx.clock.now()) };
    await environments.change(before, changes);
    const names = { oldName: before.name, newName: after.name, oldSlug: before.slug, newSlug: after.slug };
    const colors = { oldColor: before.color, newColor: after.color };
    const protection = { wasProtected: before.isProtected, isProtected: after.isProtected };
    await tx.audit.record({
      type: 'update-environment',
      metadata: {
        environmentId: id,
        ...names,
        oldPos: before.position,
        newPos: after.position,
        ...colors,
        ...protection,
      },
      project,
    });
    return { ...before, ...changes };
  });
  return refuseTakenSlug(scope, project.id, slug, change);
};

/** Returns the columns of a deleted environment that can be restored. */
const softDeletion = ({ actor, clock }: Scope) => {
  const now = clock.now();
  return {
    softDeletedAt: timestamp(now),
    deleteAfter: timestamp(secondsAfter(now, graceSeconds)),
    deletedByUserId: actor.type === 'user' ? actor.id : null,
    deletedByIdentityId: actor.type === 'identity' ? actor.id : null,
    updatedAt: timestamp(now),
  };
};

/** 403 unless the caller may delete every folder of the environment and its contents. */
const requireContentDeletion = async (
  tx: Scope,
  access: ProjectAccess,
  { id, slug }: EnvironmentRow,
): Promise<void> => {
  const root = await tx.stores.folders.findByPath(id, '/');
  if (!root) return;
  const contents = await findContents(tx, root);
  requireOnEach(access, 'delete', slug, pathsBelow(contents));
  requireDeletionOfContents(access, slug, contents);
  await requireTrashDeletion(tx, access, id);
};

/** 400 while a policy governs something in the environment: a restored one would be governed by nothing. */
const requireNoPolicies = async ({ stores }: Scope, { id }: EnvironmentRow): Promise<void> => {
  const names = await stores.approvalPolicies.listNamesInEnvironment(id);
  if (names.length > 0)
    throw new ServiceError(
      400,
      'DeleteEnvironment',
      `These approval policies govern something in this environment: ${names.join(', ')}. Change or delete them first.`,
    );
};

/** Deletes the environment, either restorably or permanently; a restorable one can be deleted permanently too. */
export const removeEnvironment = (
  scope: Scope,
  access: ProjectAccess,
  id: string,
  { hardDelete }: { hardDelete: boolean },
): Promise<EnvironmentRow> =>
  scope.transaction(ofProject(access.row), async (tx) => {
    const { row: project } = access;
    const { environments } = tx.stores;
    const [last, environment] = await Promise.all([
      findLastPosition(tx, project),
      environments.findById(project.id, id),
    ]);
    const isActive = environment?.softDeletedAt === null;
    if (!environment || !(isActive || hardDelete)) throw await unknownEnvironment(tx.stores, project.id, id);
    await requireNoPolicies(tx, environment);
    if (hardDelete) await requireContentDeletion(tx, access, environment);

    const changes = hardDelete ? {} : softDeletion(tx);
    await (hardDelete ? environments.delete([environment]) : environments.mark(environment, changes));
    if (isActive) await shiftPositions(tx, project.id, environment.position, last);
    const { name, slug } = environment;
    await tx.audit.record({
      type: 'delete-environment',
      metadata: { environmentId: id, name, slug, hardDelete },
      project,
    });
    return { ...environment, ...changes };
  });

/** Restores the environment at the last position. */
export const restoreDeletedEnvironment = (
  scope: Scope,
  { row: project }: ProjectAccess,
  id: string,
): Promise<EnvironmentRow> =>
  scope.transaction(ofProject(project), async (tx) => {
    const { environments } = tx.stores;
    const [last, deleted] = await Promise.all([findLastPosition(tx, project), environments.findById(project.id, id)]);
    if (!deleted?.deleteAfter) throw notFound('Deleted environment not found.');
    const updatedAt = timestamp(tx.clock.now());
    if (deleted.deleteAfter < updatedAt)
      throw badRequest(`This environment could be restored until ${deleted.deleteAfter}.`);

    const changes = {
      position: last + 1,
      softDeletedAt: null,
      deleteAfter: null,
      deletedByUserId: null,
      deletedByIdentityId: null,
      updatedAt,
    };
    await environments.mark(deleted, changes);
    const { name, slug } = deleted;
    await tx.audit.record({ type: 'restore-environment', metadata: { environmentId: id, name, slug }, project });
    return { ...deleted, ...changes };
  });
