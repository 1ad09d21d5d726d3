/** Folder paths in their stored form: `/`, `/a`, `/a/b`. */

export const root = '/';

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Returns the stored form of a path that may lack the leading slash or have a trailing one. */
export const canonicalPath = (path: string): string => `/${segmentsOf(path).join('/')}`;

export const longestName = (path: string): number => Math.max(0, ...segmentsOf(path).map((segment) => segment.length));

/** Counts the folders of a path; 0 for the root. */
export const depthOf = (path: string): number => segmentsOf(path).length;

export const childPath = (parent: string, name: string): string => (parent === root ? `/${name}` : `${parent}/${name}`);

export const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || root;

/** Lists the ancestors of a path from the root on, and the path itself: `/`, `/a`, `/a/b`. */
export const pathsTo = (path: string): string[] =>
  segmentsOf(path).reduce((paths, name) => [...paths, childPath(paths.at(-1)!, name)], [root]);

/** Whether the path is that of the folder, or of one below it. */
export const isPathWithin = (path: string, folder: string): boolean =>
  folder === root || path === folder || path.startsWith(`${folder}/`);

/** Returns the new path of something below a folder when the folder moves from one path to another. */
export const movedPath = (path: string, from: string, to: string): string => to + path.slice(from.length);

/** Returns the path relative to a folder above it: `/b/c` for `/a/b/c` in `/a`. */
export const relativePath = (path: string, folder: string): string =>
  folder === root ? path : path.slice(folder.length);
