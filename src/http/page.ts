import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { embedded } from '../platform/embedded.ts';
import type { Page } from './route.ts';

// Style sheets may embed icons as data URLs; everything else comes from this server.
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Reads a file of pages/. */
export const file = (name: string): Buffer => embedded(name) ?? readFileSync(new URL(`pages/${name}`, import.meta.url));

/** A page that is built on the first request and then cached. */
export const page = (path: string, type: string, make: () => string | Buffer): Page => {
  let content: string | Buffer | undefined;
  const show: RequestHandler = (_req, res) => {
    content ??= make();
    res.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'public, max-age=300' }).type(type).send(content);
  };
  return { path, show };
};
