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
    // Skips its check of Express's trust proxy setting, which `createApp` sets.
    validate: false,
    handler: (_req, res, next) =>
      next(tooManyRequests(`Too many requests from your address. Try again in ${res.get('Retry-After')} seconds.`)),
  });

/** Rate limits per client address: always for password logins, for all requests only if configured. */
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
