import type { Handler } from '../../../contract.ts';
import { findTagById, findTagBySlug, namedTag } from './find.ts';
import { addTag, changeTag, removeTag } from './service.ts';

export const listWorkspaceTags: Handler<'listWorkspaceTags'> = async (scope, { project }) => {
  return { workspaceTags: await scope.stores.tags.list(project.row.id) };
};

export const createWorkspaceTag: Handler<'createWorkspaceTag'> = async (scope, { project, body }) => {
  return { workspaceTag: await addTag(scope, project, body) };
};

export const getWorkspaceTag: Handler<'getWorkspaceTag'> = async (scope, { project, params }) => {
  return { workspaceTag: namedTag(await findTagById(scope, project, params.tagId)) };
};

export const getWorkspaceTagBySlug: Handler<'getWorkspaceTagBySlug'> = async (scope, { project, params }) => {
  return { workspaceTag: namedTag(await findTagBySlug(scope, project, params.tagSlug)) };
};

export const updateWorkspaceTag: Handler<'updateWorkspaceTag'> = async (scope, { project, params, body }) => {
  return { workspaceTag: await changeTag(scope, project, params.tagId, body) };
};

export const deleteWorkspaceTag: Handler<'deleteWorkspaceTag'> = async (scope, { project, params }) => {
  return { workspaceTag: await removeTag(scope, project, params.tagId) };
};
