import type { ProjectAccess } from '../../../access/project-access.ts';
import { mayBeSlug, notFound, slugInsteadOfId, type ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { TagRow } from './store.ts';

const tagNotFound = () => notFound('Tag not found in this project.');

export const requireTag = (tag: TagRow | undefined): TagRow => {
  if (!tag) throw tagNotFound();
  return tag;
};

/** The 404 for an unknown id; it names the right one if this is the slug of a tag that the caller may read. */
const unknownTag = async ({ stores }: Scope, project: ProjectAccess, id: string): Promise<ServiceError> => {
  const mayKnow = mayBeSlug(id) && project.allows('read', 'tags');
  const named = mayKnow ? await stores.tags.findBySlug(project.row.id, id) : undefined;
  return named ? slugInsteadOfId('tag', id, named.id) : tagNotFound();
};

export const findTagById = async (scope: Scope, project: ProjectAccess, id: string): Promise<TagRow> => {
  const tag = await scope.stores.tags.findById(project.row.id, id);
  if (!tag) throw await unknownTag(scope, project, id);
  return tag;
};

/** Finds the tag by slug; the CLI creates the tag on a 404. */
export const findTagBySlug = async (
  { stores }: Scope,
  { row: project }: ProjectAccess,
  slug: string,
): Promise<TagRow> => requireTag(await stores.tags.findBySlug(project.id, slug));

/** Shows a tag with its slug as `name`, which the CLI reads. */
export const namedTag = (tag: TagRow) => ({ ...tag, name: tag.slug });
