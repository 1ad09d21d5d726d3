import jwt from 'jsonwebtoken';
import { badToken } from '../errors.ts';
import type { Keyring } from './keys.ts';
import { cachedClaims, type Claims } from './verified-tokens.ts';

const algorithm = 'HS256';

export interface Lifetime {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Signs claims as a JWT that names its key; the times come from the caller's clock. */
export const signToken = (
  keyring: Keyring,
  claims: Record<string, unknown>,
  { issuedAt, expiresAt }: Lifetime,
): string =>
  jwt.sign({ iat: seconds(issuedAt), exp: seconds(expiresAt), ...claims }, keyring.current.derive('token-signing'), {
    algorithm,
    keyid: keyring.current.id,
  });

const keyIdOf = (token: string): string => {
  try {
    return jwt.decode(token, { complete: true })?.header.kid ?? '';
  } catch (cause) {
    throw badToken('This is not an access token of this server.', cause);
  }
};

const verifySignature = (keyring: Keyring, token: string): Claims => {
  const key = keyring.find(keyIdOf(token));
  if (!key) throw badToken('This is not an access token of this server.');
  try {
    const claims = jwt.verify(token, key.derive('token-signing'), { algorithms: [algorithm], ignoreExpiration: true });
    if (typeof claims === 'string' || typeof claims.exp !== 'number')
      throw badToken('This is not an access token of this server.');
    return claims;
  } catch (cause) {
    throw badToken('This is not an access token of this server.', cause);
  }
};

/** Returns the claims of a token that this server signed and that has not expired; 401 otherwise. */
export const verifyToken = (keyring: Keyring, token: string, now: Date): Claims => {
  const claims = cachedClaims(keyring, token, () => verifySignature(keyring, token));
  if (seconds(now) >= (claims.exp as number)) throw badToken('This access token has expired. Log in again.');
  return claims;
};
