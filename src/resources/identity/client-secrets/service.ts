import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { ClientSecretRow } from './store.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

export const addSecret = (scope: Scope, identity: IdentityRow, secret: ClientSecretRow): Promise<void> =>
  scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    await stores.clientSecrets.insert(secret);
    await audit.record({
      type: 'create-identity-universal-auth-client-secret',
      metadata: { identityId: identity.id, clientSecretId: secret.id },
    });
  });

/** Revokes the secret and the tokens that were issued for it, and returns the revoked secret. */
export const revokeSecret = async (
  scope: Scope,
  identity: IdentityRow,
  secret: ClientSecretRow,
): Promise<ClientSecretRow> => {
  const now = timestamp(scope.clock.now());
  await scope.transaction(ofIdentity(identity), async ({ stores, audit }) => {
    await stores.clientSecrets.revoke(secret.id, now);
    await stores.accessTokens.revokeOfClientSecret(secret.id, now);
    await audit.record({
      type: 'revoke-identity-universal-auth-client-secret',
      metadata: { identityId: identity.id, clientSecretId: secret.id },
    });
  });
  return { ...secret, isRevoked: true, updatedAt: now };
};
