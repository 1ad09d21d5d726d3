import type { Response } from 'express';
import type { Config } from '../config.ts';
import type { RedirectReply } from '../contract.ts';
import { setCookie } from './cookies.ts';
import { putRefreshCookie } from './refresh-cookie.ts';

type Site = Pick<Config, 'siteUrl' | 'isSiteUrlSet'>;

const path = '/api/v1/sso/oidc';
const maxAge = 600;

/**
 * Leads the browser elsewhere. The refresh cookie is set although the browser comes from another site: the state, which
 * only this browser has, shows that it began to sign in here.
 */
export const answerWithRedirect = (res: Response, { location, token, cookies }: RedirectReply, site: Site): void => {
  // Lax, because the browser has to send them when it comes from the page of the provider.
  for (const [name, value] of Object.entries(cookies))
    setCookie(res, { name, value, path, sameSite: 'Lax', maxAge }, site);
  if (token) putRefreshCookie(res, token, site);
  res.setHeader('Location', location);
  res.status(302).end();
};
