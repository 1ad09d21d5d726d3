import type { ErrorRequestHandler, Request, Response } from 'express';
import { operations } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import type { RefreshToken } from '../contract.ts';
import { ServiceError } from '../platform/errors.ts';
import type { SentCookie } from '../scope.ts';
import { cookieIn, setCookie } from './cookies.ts';

type Site = Pick<Config, 'siteUrl' | 'isSiteUrlSet'>;

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

const hasOwnOrigin = ({ headers }: Request, { siteUrl, isSiteUrlSet }: Site): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return isSiteUrlSet ? origin === new URL(siteUrl).origin : host !== undefined && hostOf(origin) === host;
};

/** Whether the browser states that a page of this server sent the request. */
export const isFromOwnPage = (req: Request, site: Site): boolean =>
  req.headers['sec-fetch-site'] === 'same-origin' || hasOwnOrigin(req, site);

/** Whether nothing states which page sent the request; programs other than browsers send neither header. */
export const isFromUnknownPage = ({ headers }: Request): boolean =>
  !('origin' in headers) && !('sec-fetch-site' in headers);

/** Whether a page of another site sent the request. */
const isFromOtherPage = (req: Request, site: Site): boolean => !isFromUnknownPage(req) && !isFromOwnPage(req, site);

const name = 'jid';

export const refreshTokenIn = (req: Request, site: Site): SentCookie | undefined => cookieIn(req, name, site);

/** Sets the refresh cookie, or clears it if there is no token. */
const putRefreshCookie = (res: Response, token: RefreshToken | null, site: Site): void => {
  const { path } = operations.refreshSession;
  const { value = null, maxAge = 0 } = token ?? {};
  setCookie(res, { name, value, path, sameSite: 'Strict', maxAge }, site);
};

/**
 * Does the same, unless another site would set the cookie. A form on another site can post a login, whose cookie
 * would sign the browser in to an account of somebody else, so the cookie is not set then.
 */
export const setRefreshCookie = (res: Response, token: RefreshToken | null, site: Site): void => {
  if (token === null || !isFromOtherPage(res.req, site)) putRefreshCookie(res, token, site);
};

/** Clears a refresh cookie that was refused; then passes the error on. */
export const clearRefusedCookie =
  (site: Site): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    const { operation } = res.locals as Partial<Express.Locals>;
    if (operation?.id === 'refreshSession' && error instanceof ServiceError && error.status === 401)
      putRefreshCookie(res, null, site);
    next(error);
  };
