import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { embedded } from '../platform/embedded.ts';
import type { Page } from './route.ts';

// Styles may carry icons as data; everything else comes from this server.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** One of those in pages/. */
export const file = (name: string): Buffer => embedded(name) ?? readFileSync(new URL(`pages/${name}`, import.meta.url));

/** Something for people to look at: made when first asked for, then kept. */
export const page = (path: string, type: string, make: () => string | Buffer): Page => {
  let content: string | Buffer | undefined;
  const show: RequestHandler = (_req, res) => {
    content ??= make();
    res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'public, max-age=300' }).type(type).send(content);
  };
  return { path, show };
};
