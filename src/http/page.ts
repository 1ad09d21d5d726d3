import type { RequestHandler } from 'express';
import type { Page } from './route.ts';

// Pages may set styles on their elements and carry icons as data; everything comes from this server.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Something for people to look at: made when first asked for, then kept. */
export const page = (path: string, type: string, make: () => string | Buffer): Page => {
  let content: string | Buffer | undefined;
  const show: RequestHandler = (_req, res) => {
    content ??= make();
    res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'public, max-age=300' }).type(type).send(content);
  };
  return { path, show };
};
