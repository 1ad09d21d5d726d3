/** Paths of folders as they are kept: `/`, `/a`, `/a/b`. */

export const root = '/';

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** The path as it is kept, of one that may lack the slash at its beginning or have one at its end. */
export const canonicalPath = (path: string): string => `/${segmentsOf(path).join('/')}`;

export const longestName = (path: string): number => Math.max(0, ...segmentsOf(path).map((segment) => segment.length));

/** 0 for the root. */
export const depthOf = (path: string): number => segmentsOf(path).length;

export const childPath = (parent: string, name: string): string => (parent === root ? `/${name}` : `${parent}/${name}`);

export const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || root;

/** Every folder on the way to that path, with the path itself: `/`, `/a`, `/a/b`. */
export const pathsTo = (path: string): string[] =>
  segmentsOf(path).reduce((paths, name) => [...paths, childPath(paths.at(-1)!, name)], [root]);

/** Whether the path is that folder, or below it. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === root || path === folder || path.startsWith(`${folder}/`);

/** What becomes of a path below a folder when that folder goes from one path to another. */
export const carried = (path: string, from: string, to: string): string => to + path.slice(from.length);

/** Seen from a folder: `/b/c` for `/a/b/c` in `/a`. */
export const relativePath = (path: string, folder: string): string =>
  folder === root ? path : path.slice(folder.length);
