import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * What helmet sets, which is the same for every answer; asked once, for its fourteen steps cost more than the rest of a
 * small request.
 */
const helmetHeaders = (): Map<string, string> => {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const set = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
  });
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
};

/** Answers are data: nothing in them may run, be framed, be guessed at or be kept. */
export const securityHeaders = (): RequestHandler => {
  const headers = [...helmetHeaders().set('Cache-Control', 'no-store')];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
};

/** Web pages of other origins may call only if their origin is configured. */
export const crossOrigin = (origins: readonly string[]): RequestHandler[] =>
  origins.length === 0
    ? []
    : [
        cors({
          origin: [...origins],
          exposedHeaders: ['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
          maxAge: 600,
        }),
      ];
