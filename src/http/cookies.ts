import type { Request, Response } from 'express';
import { isHttpsSite, type Config } from '../config.ts';
import type { SentCookie } from '../scope.ts';

type Site = Pick<Config, 'siteUrl'>;

export interface Cookie {
  /** Without the prefix that it has on https. */
  readonly name: string;
  /** Null removes the cookie. */
  readonly value: string | null;
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly maxAge: number;
}

/** Browsers accept a cookie with this prefix only over TLS: nobody in the network can plant one. */
const prefix = '__Secure-';

const valueOf = ({ headers }: Request, name: string): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1];

/** Finds a cookie of the request; on https also under its former name, without the prefix. */
export const cookieIn = (req: Request, name: string, site: Site): SentCookie | undefined => {
  const isHttps = isHttpsSite(site);
  const value = valueOf(req, isHttps ? `${prefix}${name}` : name);
  if (value !== undefined) return { value, isFormer: false };
  const former = isHttps ? valueOf(req, name) : undefined;
  return former === undefined ? undefined : { value: former, isFormer: true };
};

const headerOf = ({ name, value, path, sameSite, maxAge }: Cookie, isHttps: boolean): string =>
  [
    `${name}=${value ?? ''}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    `Max-Age=${value === null ? 0 : maxAge}`,
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');

/** Sets or removes a cookie; one that the browser has under the former name is removed. */
export const setCookie = (res: Response, cookie: Cookie, site: Site): void => {
  const isHttps = isHttpsSite(site);
  const { name } = cookie;
  res.appendHeader('Set-Cookie', headerOf(isHttps ? { ...cookie, name: `${prefix}${name}` } : cookie, isHttps));
  if (isHttps && valueOf(res.req, name) !== undefined)
    res.appendHeader('Set-Cookie', headerOf({ ...cookie, value: null }, isHttps));
};
