import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { keyedHash, matchesKeyedHash } from '../../../platform/crypto/keyed-hash.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { InvitationRow } from './store.ts';

type Means = Pick<PublicScope, 'keyring' | 'clock'>;
type Kept = Pick<InvitationRow, 'codeHash' | 'expiresAt'>;

const codeLifetime = 3 * 24 * 60 * 60;
const signupLifetime = 15 * 60;

/** A code that may be traded for a membership; what is kept of it does not tell it. */
export const newCode = ({ keyring, clock }: Means): { code: string; kept: Kept } => {
  const code = secretBytes(32).toString('hex');
  return {
    code,
    kept: {
      codeHash: keyedHash(keyring, 'invitation', code),
      expiresAt: timestamp(secondsAfter(clock.now(), codeLifetime)),
    },
  };
};

/** A token for finishing the account of an invitation; it takes the place of the code. */
export const newSignupToken = (
  { keyring, clock }: Means,
  { userId, membershipId }: { userId: string; membershipId: string },
): { token: string; kept: Kept } => {
  const signupTokenId = secretBytes(32).toString('hex');
  const issuedAt = clock.now();
  const expiresAt = secondsAfter(issuedAt, signupLifetime);
  const token = signToken(
    keyring,
    { authTokenType: 'signupToken', userId, membershipId, signupTokenId },
    { issuedAt, expiresAt },
  );
  return { token, kept: { codeHash: keyedHash(keyring, 'signup', signupTokenId), expiresAt: timestamp(expiresAt) } };
};

/** Whether this is what the invitation waits for; takes as long when there is none. */
export const isRight = (
  { keyring, clock }: Means,
  purpose: 'invitation' | 'signup',
  secret: string,
  invitation: Kept | undefined,
): boolean => {
  const matches = matchesKeyedHash(keyring, purpose, secret, invitation?.codeHash ?? keyedHash(keyring, 'none', ''));
  return matches && invitation !== undefined && invitation.expiresAt > timestamp(clock.now());
};
