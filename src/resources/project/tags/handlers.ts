import type { Handler } from '../../../contract.ts';
import { findTagById, findTagBySlug, namedTag } from './find.ts';
import { addTag, changeTag, removeTag } from './service.ts';

export const listTags: Handler<'listTags'> = async (scope, { project }) => {
  return { tags: await scope.stores.tags.list(project.row.id) };
};

export const createTag: Handler<'createTag'> = async (scope, { project, body }) => {
  return { tag: await addTag(scope, project, body) };
};

export const getTag: Handler<'getTag'> = async (scope, { project, params }) => {
  return { tag: namedTag(await findTagById(scope, project, params.tagId)) };
};

export const getTagBySlug: Handler<'getTagBySlug'> = async (scope, { project, params }) => {
  return { tag: namedTag(await findTagBySlug(scope, project, params.tagSlug)) };
};

export const updateTag: Handler<'updateTag'> = async (scope, { project, params, body }) => {
  return { tag: await changeTag(scope, project, params.tagId, body) };
};

export const deleteTag: Handler<'deleteTag'> = async (scope, { project, params }) => {
  return { tag: await removeTag(scope, project, params.tagId) };
};
