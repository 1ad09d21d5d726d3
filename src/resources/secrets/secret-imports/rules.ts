import { badRequest } from '../../../platform/errors.ts';
import { root } from '../folders/path.ts';
import { inBody, readPath, type FolderRef } from '../folders/rules.ts';
import type { ImportEdge } from './store.ts';

interface FolderInput {
  readonly environment: string;
  readonly path?: string | undefined;
}

/** Reads the importing folder from a body. */
export const readImportingFolder = ({ environment, path = root }: FolderInput): FolderRef => ({
  environment,
  path: readPath(path, inBody('path')),
});

/** Reads the source folder from a body. */
export const readSource = ({ environment, path = root }: FolderInput): FolderRef => ({
  environment,
  path: readPath(path, inBody('import', 'path')),
});

/** Reads those parts of the source folder that a body contains. */
export const readNewSource = ({ environment, path }: Partial<FolderInput>): Partial<FolderRef> => ({
  ...(environment !== undefined && { environment }),
  ...(path !== undefined && { path: readPath(path, inBody('import', 'path')) }),
});

/** 400 for a replicating import, which the server does not support. */
export const refuseReplication = (isReplication: boolean | undefined): void => {
  if (isReplication)
    throw badRequest(
      'Replication is not supported. Send isReplication: false; an import always shows the current secrets of its source.',
    );
};

/**
 * Returns the folder of this project that replaces the source in another project, or undefined if the source stays;
 * 400 if only the environment or only the path is given.
 */
export const readReplacement = ({ environment, path }: Partial<FolderRef>): FolderRef | undefined => {
  if (environment === undefined && path === undefined) return undefined;
  if (environment === undefined || path === undefined) {
    throw badRequest(
      'This import has its source in another project. To import a folder of this project instead, send both environment and path; to import another folder of the other project, create a new import.',
    );
  }
  return { environment, path };
};

/** Whether a folder is, or imports directly or through other folders, the source folder. */
export const importsFolder = (
  edges: readonly Pick<ImportEdge, 'folderId' | 'sourceFolderId'>[],
  folderId: string,
  sourceFolderId: string,
): boolean => {
  const sources = new Map<string, string[]>();
  for (const edge of edges) {
    const others = sources.get(edge.folderId);
    if (others) others.push(edge.sourceFolderId);
    else sources.set(edge.folderId, [edge.sourceFolderId]);
  }
  const visited = new Set([folderId]);
  // A Set may grow during iteration, and visits each element once.
  for (const one of visited) for (const source of sources.get(one) ?? []) visited.add(source);
  return visited.has(sourceFolderId);
};

/** Returns the ids with one of them moved to a position (from 1), or to the end if the position is beyond it. */
export const movedTo = (ids: readonly string[], id: string, position: number): string[] => {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)];
};
