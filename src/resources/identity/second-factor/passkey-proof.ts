import { userOf } from '../../../access/actor.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { signToken, verifyToken } from '../../../platform/crypto/tokens.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

const proofSeconds = 60;

/** A token that says that the caller's session has just shown a passkey; it completes a login of that session only. */
export const passkeyProof = (scope: Scope): string => {
  const issuedAt = scope.clock.now();
  const claims = { authTokenType: 'passkeyProof', tokenVersionId: userOf(scope).sessionId };
  return signToken(scope.keyring, claims, { issuedAt, expiresAt: secondsAfter(issuedAt, proofSeconds) });
};

export const isPasskeyProof = (scope: Scope, sent: string): boolean => {
  if (!sent.includes('.')) return false;
  try {
    const { authTokenType, tokenVersionId } = verifyToken(scope.keyring, sent, scope.clock.now());
    return authTokenType === 'passkeyProof' && tokenVersionId === userOf(scope).sessionId;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
};
