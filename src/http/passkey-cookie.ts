import type { Request, Response } from 'express';
import { operations } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import { challengeSeconds } from '../platform/crypto/passkeys.ts';
import { cookieIn, setCookie } from './cookies.ts';

type Site = Pick<Config, 'siteUrl'>;

const name = 'passkey';

export const passkeyChallengeIn = (req: Request, site: Site): string | undefined => {
  const sent = cookieIn(req, name, site);
  return sent?.isFormer ? undefined : sent?.value;
};

/** Sets the cookie that binds the challenge of a passkey to the browser. */
export const setPasskeyCookie = (res: Response, value: string, site: Site): void => {
  const { path } = operations.loginWithPasskey;
  setCookie(res, { name, value, path, sameSite: 'Strict', maxAge: challengeSeconds }, site);
};
