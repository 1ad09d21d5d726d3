import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Collects the headers that helmet sets, which are the same for every response; running its fourteen middleware
 * functions per request costs more than the rest of a small request.
 */
const helmetHeaders = (): Map<string, string> => {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const set = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
  });
  set({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
};

/** Sets headers that forbid scripts, frames, content sniffing and caching, because responses are data. */
export const securityHeaders = (): RequestHandler => {
  const headers = [...helmetHeaders().set('Cache-Control', 'no-store')];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
};

/** Allows web pages of the configured origins to call the API. */
export const crossOrigin = (origins: readonly string[]): RequestHandler[] =>
  origins.length === 0
    ? []
    : [
        cors({
          origin: [...origins],
          exposedHeaders: [
            'ETag',
            'Link',
            'Preference-Applied',
            'RateLimit',
            'RateLimit-Policy',
            'Retry-After',
            'Warning',
            'X-Request-Id',
          ],
          maxAge: 600,
        }),
      ];
