import type { RequestHandler } from 'express';
import { notFound } from '../platform/errors.ts';
import { readCompressed, sendCompressed } from './built-files.ts';
import { pagePolicy } from './page.ts';
import type { Page } from './route.ts';

/**
 * Shows the pages that the build made in a folder, such as the guides, and the first of them for the folder itself. They
 * are not cached, because the files that they name are those of this version.
 */
export const builtPages = (folder: string, first: string): readonly Page[] => {
  const path = `/docs/${folder}`;
  const show: RequestHandler = (req, res) => {
    const name = req.path.slice(path.length).replaceAll('/', '') || first;
    const built = /^[\w-]+$/.test(name) ? readCompressed(`${folder}/${name}.html`) : undefined;
    if (!built) throw notFound(`There is no such page: ${path} lists them.`);
    res.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'no-cache' }).type('html');
    sendCompressed(req, res, built);
  };
  return [
    { path, show },
    { path: `${path}/:name`, show },
  ];
};
