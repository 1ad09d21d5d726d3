import type { Request, Response } from 'express';
import type { Config } from '../config.ts';
import type { RedirectReply } from '../contract.ts';
import type { SignOnCookie } from '../scope.ts';
import { refreshCookie } from './refresh-cookie.ts';

type Site = Pick<Config, 'siteUrl' | 'isSiteUrlSet'>;

const maxAgeSeconds = 600;

/** Returns what the browser has to send back; it is encrypted by the server, so anything else is nothing. */
export const signOnCookieIn = ({ headers }: Request, name: SignOnCookie): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1];

/** Lax, because the browser has to send it when it comes from the page of the provider. */
const signOnCookie = (name: string, value: string | null, { siteUrl }: Site): string =>
  [
    `${name}=${value ?? ''}`,
    'Path=/api/v1/sso/oidc',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${value === null ? 0 : maxAgeSeconds}`,
    ...(siteUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

/**
 * Leads the browser elsewhere. The refresh cookie is set although the browser comes from another site: the state, which
 * only this browser has, shows that it began to sign in here.
 */
export const answerWithRedirect = (res: Response, { location, token, cookies }: RedirectReply, site: Site): void => {
  const signOnCookies = Object.entries(cookies).map(([name, value]) => signOnCookie(name, value, site));
  res.setHeader('Set-Cookie', [...signOnCookies, ...(token ? [refreshCookie(token.value, token.maxAge, site)] : [])]);
  res.setHeader('Location', location);
  res.status(302).end();
};
