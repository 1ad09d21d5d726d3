import { isLoopback } from '../../config.ts';
import { hmac, sameSecret } from '../../platform/crypto/keyed-hash.ts';
import type { Keyring } from '../../platform/crypto/keys.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Caller, PublicScope } from '../../scope.ts';

/** Derived rather than stored, so that every node of an instance prints and accepts the same one. */
export const setupToken = (keyring: Keyring): string =>
  hmac(keyring.current.derive('setup-token'), 'bootstrap').toString('base64url').slice(0, 32);

/** Whoever may reach the port from elsewhere must show that they can read what the server printed. */
export const needsSetupToken = ({ config, caller }: Pick<PublicScope, 'config'> & { caller: Pick<Caller, 'isForwarded'> }): boolean =>
  !isLoopback(config.host) || config.trustProxy.length > 0 || caller.isForwarded;

export const requireSetupToken = (scope: PublicScope, given: string | undefined): void => {
  if (needsSetupToken(scope) && !sameSecret(given ?? '', setupToken(scope.keyring))) {
    throw forbidden('Send the set-up token that the server printed when it started, as "setupToken".');
  }
};
