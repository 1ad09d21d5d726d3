import { projectNotFound } from '../../../access/access.ts';
import { memberOf } from '../../../access/actor.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { requireRenaming, subjectsWithCondition, type Renaming } from '../../../access/renaming.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findTagById } from './find.ts';
import type { TagRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

const refuseTakenSlug = async <T>(slug: string | undefined, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw badRequest(`There is a tag "${slug}" in this project already. Choose another slug.`);
    // The project was deleted in the meantime.
    if (error instanceof ForeignKeyViolation) throw projectNotFound();
    throw error;
  }
};

/** Describes the change of a tag's slug for the permission engine; `after` is undefined for a deleted tag. */
const slugRenaming = ({ slug }: TagRow, after: string | undefined): Renaming => ({
  field: 'secretTags',
  subjects: subjectsWithCondition('secretTags'),
  before: slug,
  after,
});

const record = ({ audit }: Scope, type: string, { row: project }: ProjectAccess, { id, slug }: TagRow): Promise<void> =>
  audit.record({ type, metadata: { tagId: id, slug }, project });

export const addTag = (
  scope: Scope,
  project: ProjectAccess,
  { slug, color = null }: Request<'createTag'>['body'],
): Promise<TagRow> => {
  const { clock, ids } = scope;
  const actor = memberOf(scope);
  const now = timestamp(clock.now());
  const creator = { createdBy: actor.id, createdByActorType: actor.type };
  const tag: TagRow = {
    id: ids.uuid(),
    projectId: project.row.id,
    slug,
    color,
    ...creator,
    createdAt: now,
    updatedAt: now,
  };
  const add = scope.transaction(ofProject(project.row), async (tx) => {
    await tx.stores.tags.insert(tag);
    await record(tx, 'create-tag', project, tag);
    return tag;
  });
  return refuseTakenSlug(slug, add);
};

export const changeTag = (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  { slug, color }: Request<'updateTag'>['body'],
): Promise<TagRow> => {
  const change = scope.transaction(ofProject(project.row), async (tx) => {
    const before = await findTagById(tx, project, id);
    const after = { slug: slug ?? before.slug, color: color === undefined ? before.color : color };
    if (after.slug === before.slug && after.color === before.color) return before;
    if (after.slug !== before.slug) await requireRenaming(tx, project, slugRenaming(before, after.slug));

    const changes = { ...after, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.tags.update(before, changes);
    const changed = { ...before, ...changes };
    await record(tx, 'update-tag', project, changed);
    return changed;
  });
  return refuseTakenSlug(slug, change);
};

export const removeTag = (scope: Scope, project: ProjectAccess, id: string): Promise<TagRow> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const tag = await findTagById(tx, project, id);
    await requireRenaming(tx, project, slugRenaming(tag, undefined));
    await tx.stores.tags.delete(tag);
    await record(tx, 'delete-tag', project, tag);
    return tag;
  });
