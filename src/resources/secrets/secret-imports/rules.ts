import { badRequest } from '../../../platform/errors.ts';
import { root } from '../folders/path.ts';
import { inBody, readPath, type Place } from '../folders/rules.ts';
import type { ImportEdge } from './store.ts';

interface GivenPlace {
  readonly environment: string;
  readonly path?: string | undefined;
}

/** The folder that imports, of a body. */
export const readPlace = ({ environment, path = root }: GivenPlace): Place => ({
  environment,
  path: readPath(path, inBody('path')),
});

/** The folder that is to be imported, of a body. */
export const readSource = ({ environment, path = root }: GivenPlace): Place => ({
  environment,
  path: readPath(path, inBody('import', 'path')),
});

/** As much of the folder that is to be imported as a body tells. */
export const readNewSource = ({ environment, path }: Partial<GivenPlace>): Partial<Place> => ({
  ...(environment !== undefined && { environment }),
  ...(path !== undefined && { path: readPath(path, inBody('import', 'path')) }),
});

/** 400: it is not offered. */
export const refuseReplication = (isReplication: boolean | undefined): void => {
  if (isReplication)
    throw badRequest('Replication is not offered. An import without it shows what its source has at any moment.');
};

/**
 * The folder of this project that an import of another project is to be of from now on; undefined if it stays. 400 for
 * half of it.
 */
export const newOwnSource = ({ environment, path }: Partial<Place>): Place | undefined => {
  if (environment === undefined && path === undefined) return undefined;
  if (environment === undefined || path === undefined) {
    throw badRequest(
      'This import is of a folder of another project. To import a folder of this project instead, send both environment and path; to import another folder of that project, create a new import.',
    );
  }
  return { environment, path };
};

/** Whether a folder shows something of another one, through any number of imports. A folder shows itself. */
export const shows = (
  edges: readonly Pick<ImportEdge, 'folderId' | 'sourceFolderId'>[],
  folderId: string,
  sourceFolderId: string,
): boolean => {
  const sources = new Map<string, string[]>();
  for (const edge of edges) {
    const known = sources.get(edge.folderId);
    if (known) known.push(edge.sourceFolderId);
    else sources.set(edge.folderId, [edge.sourceFolderId]);
  }
  const seen = new Set([folderId]);
  // A set may grow while it is gone through, and each is met once.
  for (const one of seen) for (const source of sources.get(one) ?? []) seen.add(source);
  return seen.has(sourceFolderId);
};

/** The same ids with one of them at another position, or last if there are not as many. */
export const movedTo = (ids: readonly string[], id: string, position: number): string[] => {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)];
};
