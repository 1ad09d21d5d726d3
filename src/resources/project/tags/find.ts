import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { TagRow } from './store.ts';

export const requireTag = (tag: TagRow | undefined): TagRow => {
  if (!tag) throw notFound('Tag not found in this project.');
  return tag;
};

export const findTagById = async ({ stores }: Scope, { row: project }: ProjectAccess, id: string): Promise<TagRow> =>
  requireTag(await stores.tags.findById(project.id, id));

/** Finds the tag by slug; the CLI creates the tag on a 404. */
export const findTagBySlug = async (
  { stores }: Scope,
  { row: project }: ProjectAccess,
  slug: string,
): Promise<TagRow> => requireTag(await stores.tags.findBySlug(project.id, slug));

/** Shows a tag with its slug as `name`, which the CLI reads. */
export const namedTag = (tag: TagRow) => ({ ...tag, name: tag.slug });
