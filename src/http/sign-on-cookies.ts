import type { Response } from 'express';
import { operations } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import type { RedirectReply, SignOnCookies } from '../contract.ts';
import type { SignOnCookie } from '../scope.ts';
import { setCookie, type Cookie } from './cookies.ts';

type Site = Pick<Config, 'siteUrl'>;

const maxAge = 600;
const path = '/api/v1/sso/oidc';

/** Lax where the browser has to send the cookie when it comes from the page of the provider. */
const settings: Readonly<Record<SignOnCookie, Pick<Cookie, 'path' | 'sameSite'>>> = {
  sso: { path, sameSite: 'Lax' },
  sso_link: { path, sameSite: 'Lax' },
  sso_ask: { path, sameSite: 'Strict' },
  sso_session: { path: operations.adoptSingleSignOn.path, sameSite: 'Strict' },
};

export const setSignOnCookies = (res: Response, cookies: SignOnCookies, site: Site): void => {
  for (const [name, value] of Object.entries(cookies))
    setCookie(res, { name, value, maxAge, ...settings[name as SignOnCookie] }, site);
};

/** Leads the browser elsewhere. */
export const respondWithRedirect = (res: Response, { location, cookies }: RedirectReply, site: Site): void => {
  setSignOnCookies(res, cookies, site);
  res.setHeader('Location', location);
  res.status(302).end();
};
