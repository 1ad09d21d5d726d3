import { environmentAddress } from '../layout/addresses.ts';

/** The address of a folder of an environment. */
export const folderHref = (slug: string, environment: string, path = '/'): string =>
  environmentAddress({ slug, environment, path });

/** The address of a folder of all environments. */
export const overviewHref = (slug: string, path = '/'): string =>
  path === '/' ? `/p/${slug}` : `/p/${slug}?path=${encodeURIComponent(path)}`;

/** The address that opens the dialog for a new secret, in a folder of all environments. */
export const createSecretHref = (slug: string, path = '/'): string =>
  `${overviewHref(slug, path)}${path === '/' ? '?' : '&'}create`;

/** The path of a folder in another. */
export const pathBelow = (path: string, name: string): string => (path === '/' ? `/${name}` : `${path}/${name}`);

/** The path of the folder that a folder is in, and its own name. */
export const splitPath = (path: string): { readonly parent: string; readonly name: string } => {
  const slash = path.lastIndexOf('/');
  return { parent: path.slice(0, slash) || '/', name: path.slice(slash + 1) };
};

/** Every folder on the way to a path, without the root. */
export const foldersOf = (path: string): { readonly name: string; readonly path: string }[] => {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }));
};
