import { isLocalSite, isLoopback } from '../../../config.ts';
import { hmac, sameSecret } from '../../../platform/crypto/keyed-hash.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import { forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Caller, PublicScope } from '../../../scope.ts';

/** Derives the set-up token from the root key, so that all nodes print and accept the same one without storing it. */
export const setupToken = (keyring: Keyring): string =>
  hmac(keyring.current.derive('setup-token'), 'bootstrap').toString('base64url').slice(0, 32);

/**
 * Whether the caller needs the token that the server printed, because the request may come from another machine. A
 * plain proxy on this machine adds no forwarding header and may rewrite the host, so a public SITE_URL counts as one.
 */
export const needsSetupToken = ({
  config,
  caller,
}: Pick<PublicScope, 'config'> & { caller: Pick<Caller, 'isForwarded'> }): boolean =>
  !isLoopback(config.host) || !isLocalSite(config.siteUrl) || config.trustProxy.length > 0 || caller.isForwarded;

export const requireSetupToken = (scope: PublicScope, presented: string | undefined): void => {
  if (needsSetupToken(scope) && !sameSecret(presented ?? '', setupToken(scope.keyring))) {
    throw forbidden(
      'Send the set-up token that the server printed when it started, as "setupToken".',
      helpSections.setUp,
    );
  }
};
