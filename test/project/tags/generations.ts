import type { OperationId } from '../../../generated/operations.ts';

/** The same operations at two paths: they differ in their names only. */
export interface Generation {
  readonly list: OperationId;
  readonly create: OperationId;
  readonly get: OperationId;
  readonly getBySlug: OperationId;
  readonly update: OperationId;
  readonly delete: OperationId;
  /** What the answer calls a tag; several have an `s` more. */
  readonly answered: 'tag' | 'workspaceTag';
}

export const projectTags: Generation = {
  list: 'listTags',
  create: 'createTag',
  get: 'getTag',
  getBySlug: 'getTagBySlug',
  update: 'updateTag',
  delete: 'deleteTag',
  answered: 'tag',
};

export const workspaceTags: Generation = {
  list: 'listWorkspaceTags',
  create: 'createWorkspaceTag',
  get: 'getWorkspaceTag',
  getBySlug: 'getWorkspaceTagBySlug',
  update: 'updateWorkspaceTag',
  delete: 'deleteWorkspaceTag',
  answered: 'workspaceTag',
};
