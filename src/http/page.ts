import type { RequestHandler } from 'express';
import type { Page } from './route.ts';

// Everything comes from this server.
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A page that is built on the first request and then cached. */
export const page = (path: string, type: string, make: () => string | Buffer, cache = 'public, max-age=300'): Page => {
  let content: string | Buffer | undefined;
  const show: RequestHandler = (_req, res) => {
    content ??= make();
    res.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': cache }).type(type).send(content);
  };
  return { path, show };
};
