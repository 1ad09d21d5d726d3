import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SessionRow } from './store.ts';

/** Signs a token of the session, which acts in the organization if one is given. */
export const sessionToken = (
  { keyring, clock }: Pick<PublicScope, 'keyring' | 'clock'>,
  session: Pick<SessionRow, 'id' | 'userId' | 'expiresAt'>,
  organizationId?: string,
): string => {
  const claims = {
    authTokenType: 'accessToken',
    authMethod: 'email',
    userId: session.userId,
    tokenVersionId: session.id,
    accessVersion: 1,
    ...(organizationId !== undefined && { organizationId }),
  };
  return signToken(keyring, claims, { issuedAt: clock.now(), expiresAt: new Date(session.expiresAt) });
};
