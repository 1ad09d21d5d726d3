import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Config } from '../config.ts';
import { tooManyRequests } from '../platform/errors.ts';

const windowSeconds = 60;

const perAddress = (limit: number): RequestHandler =>
  rateLimit({
    windowMs: windowSeconds * 1000,
    limit,
    keyGenerator: (_req, res) => ipKeyGenerator(res.locals.ip),
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // It would check how Express finds the client's address; that is set in one place, on purpose.
    validate: false,
    handler: (_req, res, next) =>
      next(tooManyRequests(`Too many requests from your address. Try again in ${res.get('Retry-After')} seconds.`)),
  });

/** Password logins always have a limit; everything together only if one is configured. */
export const rateLimits = ({
  rateLimit: general,
  loginRateLimit,
}: Pick<Config, 'rateLimit' | 'loginRateLimit'>): RequestHandler[] => {
  const logins = perAddress(loginRateLimit);
  return [
    ...(general > 0 ? [perAddress(general)] : []),
    (req, res, next) => (res.locals.operation.rateLimit === 'login' ? logins(req, res, next) : next()),
  ];
};
