import type { Handler } from '../../../contract.ts';
import { getTagOfId, getTagOfSlug } from './find.ts';
import { addTag, changeTag, removeTag } from './service.ts';
import { namedTag } from './view.ts';

export const listTags: Handler<'listTags'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('read', 'tags');
  return { tags: await scope.stores.tags.list(project.project.id) };
};

export const createTag: Handler<'createTag'> = async (scope, { params, body }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('create', 'tags');
  return { tag: await addTag(scope, project, body) };
};

export const getTag: Handler<'getTag'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('read', 'tags');
  return { tag: namedTag(await getTagOfId(scope, project, params.tagId)) };
};

export const getTagBySlug: Handler<'getTagBySlug'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('read', 'tags');
  return { tag: namedTag(await getTagOfSlug(scope, project, params.tagSlug)) };
};

export const updateTag: Handler<'updateTag'> = async (scope, { params, body }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('edit', 'tags');
  return { tag: await changeTag(scope, project, params.tagId, body) };
};

export const deleteTag: Handler<'deleteTag'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('delete', 'tags');
  return { tag: await removeTag(scope, project, params.tagId) };
};
