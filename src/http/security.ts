import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Answers are data: nothing in them may run, be framed, be guessed at or be kept. */
export const securityHeaders = (): RequestHandler[] => [
  helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }, xFrameOptions: { action: 'deny' } }),
  (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  },
];

/** Web pages of other origins may call only if their origin is configured. */
export const crossOrigin = (origins: readonly string[]): RequestHandler[] =>
  origins.length === 0
    ? []
    : [cors({ origin: [...origins], exposedHeaders: ['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'], maxAge: 600 })];
