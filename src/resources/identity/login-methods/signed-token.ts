import { precheckToken, type Claims, type ProviderKeys } from '../../../platform/crypto/provider-keys.ts';
import type { Provider } from '../../../platform/openid/providers.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';

const maxToken = 16_384;

/** Refuses a token that is too long to be verified. */
export const requireShortToken = (jwt: string): void => {
  if (jwt.length > maxToken) throw new Refused('token_too_large', `The token has more than ${maxToken} characters.`);
};

interface Deps extends Pick<PublicScope, 'openIdProviders' | 'clock'> {
  /** Refuses keys that are not of the issuer. */
  readonly requireIssuer?: (keys: ProviderKeys) => void;
  readonly mayLackExpiry?: boolean;
}

/** Returns the claims of a token that the provider signed; fetches the provider's keys again for an unknown key. */
export const verifyWithProvider = async (
  { openIdProviders, clock, requireIssuer = () => undefined, mayLackExpiry = false }: Deps,
  provider: Provider,
  jwt: string,
  issuer: string | undefined,
): Promise<Claims> => {
  requireShortToken(jwt);
  precheckToken(jwt, issuer);
  const expected = { issuer, now: clock.now(), mayLackExpiry };
  const keys = await openIdProviders.keysOf(provider);
  requireIssuer(keys);
  try {
    return await keys.verify(jwt, expected);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'unknown_key') throw error;
    const newKeys = await openIdProviders.refreshKeysOf(provider, keys);
    if (newKeys === keys || newKeys.issuer !== keys.issuer) throw error;
    return newKeys.verify(jwt, expected);
  }
};
