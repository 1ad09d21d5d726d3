import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { verifyToken } from '../../../platform/crypto/tokens.ts';
import type { Key } from '../../../platform/db/database.ts';
import { badRequest, badToken } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { lifetime, toTokenLimits, signAccessToken, type IssuedToken, type TokenLimits } from './issue.ts';
import { requireUsable, tokenExpired, tokenUsesExhausted } from './authorize.ts';
import type { AccessTokenRow, PresentedToken } from './store.ts';
import { configurationsOf } from '../login-methods/configurations.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

/** Verifies the token and returns its id; 401 if it is not valid. */
const requireTokenId = ({ keyring, clock }: PublicScope, text: string): string => {
  const { authTokenType, identityAccessTokenId } = verifyToken(keyring, text, clock.now());
  if (authTokenType !== 'identityAccessToken' || typeof identityAccessTokenId !== 'string') {
    throw badRequest('This is not an access token of a machine identity.');
  }
  return identityAccessTokenId;
};

/** Records the action with the token's identity as the actor. */
const recordByIdentity = (
  tx: PublicScope,
  type: string,
  { id, identityId, identityName, organizationId, authMethod }: PresentedToken,
): Promise<void> =>
  tx.audit.record({
    type,
    metadata: { identityId, identityAccessTokenId: id },
    actor: { type: 'identity', id: identityId, name: identityName, authMethod },
    organizationId,
  });

const identityOf = ({ identityId: id, organizationId }: PresentedToken): Key => ofIdentity({ id, organizationId });

/** Returns the current limits of the token's auth method; undefined if it was removed. */
const findCurrentLimits = async (
  { stores }: PublicScope,
  { authMethod, identityId }: AccessTokenRow,
): Promise<TokenLimits | undefined> => {
  if (authMethod === 'universal-auth') return stores.universalAuths.findByIdentity(identityId);
  if (authMethod === 'token-auth') return stores.tokenAuths.findByIdentity(identityId);
  const auth = await configurationsOf(stores, authMethod).findByIdentity(identityId);
  return auth && { ...auth, accessTokenPeriod: 0 };
};

/** Renews the token within the current limits of its auth method, so that lower limits apply from the next renewal. */
export const renew = async (scope: PublicScope, text: string): Promise<IssuedToken> => {
  const id = requireTokenId(scope, text);
  const date = scope.clock.now();
  const now = timestamp(date);
  const token = requireUsable(await scope.stores.accessTokens.findPresented(id), { now, ip: scope.caller.ip });
  const before = await scope.stores.accessTokens.findById(id);
  if (!before) throw tokenExpired();
  if (before.numUsesLimit > 0 && before.numUses >= before.numUsesLimit) throw tokenUsesExhausted();
  const settings = await findCurrentLimits(scope, before);
  if (!settings) throw tokenExpired();
  const limits = toTokenLimits(settings);
  const expiresIn = lifetime(scope, { ...limits, createdAt: before.createdAt });
  if (expiresIn <= 0) throw badToken('This access token has reached its maximum life. Log in again.');
  const row = {
    ...before,
    ...limits,
    expiresAt: timestamp(secondsAfter(date, expiresIn)),
    lastRenewedAt: now,
    updatedAt: now,
  };
  await scope.transaction(identityOf(token), async (tx) => {
    tx.stores.accessTokens.renew(row);
    await recordByIdentity(tx, 'renew-identity-access-token', token);
  });
  const owner = { id: token.identityId, name: token.identityName, organizationId: token.organizationId };
  return { row, token: signAccessToken(scope, row, owner), expiresIn };
};

export const revoke = async (scope: PublicScope, text: string): Promise<void> => {
  const id = requireTokenId(scope, text);
  const now = timestamp(scope.clock.now());
  const token = await scope.stores.accessTokens.findPresented(id);
  if (!token) throw tokenExpired();
  await scope.transaction(identityOf(token), async (tx) => {
    if (!(await tx.stores.accessTokens.revoke(id, now))) throw tokenExpired();
    await recordByIdentity(tx, 'revoke-identity-access-token', token);
  });
};
