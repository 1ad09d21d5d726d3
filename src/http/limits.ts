import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Config } from '../config.ts';
import { tooManyRequests } from '../platform/errors.ts';
import { clientAddress } from './exchange.ts';

const windowSeconds = 60;

const perAddress = (limit: number, skip: (req: Request, res: Parameters<RequestHandler>[1]) => boolean): RequestHandler =>
  rateLimit({
    windowMs: windowSeconds * 1000,
    limit,
    skip,
    keyGenerator: (req) => ipKeyGenerator(clientAddress(req)),
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // It would check how Express finds the client's address; that is set in one place, on purpose.
    validate: false,
    handler: (_req, res, next) => next(tooManyRequests(`Too many requests from your address. Try again in ${res.get('Retry-After')} seconds.`)),
  });

/** Password logins always have a limit; everything together only if one is configured. */
export const rateLimits = ({ rateLimit: general, loginRateLimit }: Pick<Config, 'rateLimit' | 'loginRateLimit'>): RequestHandler[] => [
  ...(general > 0 ? [perAddress(general, () => false)] : []),
  perAddress(loginRateLimit, (_req, res) => res.locals.operation.rateLimit !== 'login'),
];
