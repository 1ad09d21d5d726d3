import type { OperationId } from '../../../generated/operations.ts';

/** The operations at one of two paths, which differ only in names. */
export interface Generation {
  readonly list: OperationId;
  readonly create: OperationId;
  readonly get: OperationId;
  readonly getBySlug: OperationId;
  readonly update: OperationId;
  readonly delete: OperationId;
  /** The name of a tag in the response; lists add an `s`. */
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
