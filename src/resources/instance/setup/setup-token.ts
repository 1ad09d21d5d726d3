import { isLocalSite, isLoopback } from '../../../config.ts';
import { hmac, sameSecret } from '../../../platform/crypto/keyed-hash.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Caller, PublicScope } from '../../../scope.ts';

/** Derived rather than stored, so that every node of an instance prints and accepts the same one. */
export const setupToken = (keyring: Keyring): string =>
  hmac(keyring.current.derive('setup-token'), 'bootstrap').toString('base64url').slice(0, 32);

/**
 * Whether the caller has to show that they can read what the server printed, because somebody elsewhere could have sent
 * the request. A plain proxy on the same machine adds no forwarding header and may rewrite the host; a public SITE_URL
 * says that there is one.
 */
export const needsSetupToken = ({
  config,
  caller,
}: Pick<PublicScope, 'config'> & { caller: Pick<Caller, 'isForwarded'> }): boolean =>
  !isLoopback(config.host) || !isLocalSite(config.siteUrl) || config.trustProxy.length > 0 || caller.isForwarded;

export const requireSetupToken = (scope: PublicScope, given: string | undefined): void => {
  if (needsSetupToken(scope) && !sameSecret(given ?? '', setupToken(scope.keyring))) {
    throw forbidden('Send the set-up token that the server printed when it started, as "setupToken".');
  }
};
