import type { Request, RequestHandler } from 'express';
import { notFound } from '../platform/errors.ts';
import { readCompressed, sendCompressed } from './built-files.ts';
import { pagePolicy } from './page.ts';
import type { Page } from './route.ts';

/** The name of the guide that is asked for; the one that lists them all is `README`, as code hosts show it. */
const nameIn = ({ path }: Request): string => /^\/docs\/guides\/([\w-]+)\/?$/.exec(path)?.[1] ?? 'README';

const showGuide: RequestHandler = (req, res) => {
  const guide = readCompressed(`guides/${nameIn(req)}.html`);
  if (!guide) throw notFound('There is no such guide: /docs/guides lists them.');
  res.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'public, max-age=300' }).type('html');
  sendCompressed(req, res, guide);
};

/** The guides of pages/guides, which the build turns into HTML. */
export const guides: readonly Page[] = [
  { path: '/docs/guides', show: showGuide },
  { path: '/docs/guides/:name', show: showGuide },
];
