import type { Request, Response } from 'express';
import { operations } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import { challengeSeconds } from '../platform/crypto/passkeys.ts';

export const passkeyChallengeIn = ({ headers }: Request): string | undefined =>
  /(?:^|; *)passkey=([\w.-]+)/.exec(headers.cookie ?? '')?.[1];

/** Sets the cookie that binds the challenge of a passkey to the browser. */
export const setPasskeyCookie = (res: Response, challenge: string, { siteUrl }: Pick<Config, 'siteUrl'>): void => {
  const parts = [
    `passkey=${challenge}`,
    `Path=${operations.loginWithPasskey.path}`,
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${challengeSeconds}`,
    ...(siteUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  res.setHeader('Set-Cookie', parts.join('; '));
};
