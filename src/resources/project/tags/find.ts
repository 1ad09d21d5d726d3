import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { TagRow } from './store.ts';

export const found = (tag: TagRow | undefined): TagRow => {
  if (!tag) throw notFound('There is no such tag in this project.');
  return tag;
};

export const findTagById = async ({ stores }: Scope, { project }: ProjectAccess, id: string): Promise<TagRow> =>
  found(await stores.tags.findById(project.id, id));

/** The command line creates the tags that it does not find. */
export const findTagBySlug = async ({ stores }: Scope, { project }: ProjectAccess, slug: string): Promise<TagRow> =>
  found(await stores.tags.findBySlug(project.id, slug));
