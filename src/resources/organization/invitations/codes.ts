import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { keyedHash, matchesKeyedHash } from '../../../platform/crypto/keyed-hash.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { InvitationRow } from './store.ts';

type Deps = Pick<PublicScope, 'keyring' | 'clock'>;
type StoredCode = Pick<InvitationRow, 'codeHash' | 'expiresAt'>;

const codeLifetime = 3 * 24 * 60 * 60;
const signupLifetime = 15 * 60;

/** Creates an invitation code, and the columns that store its hash. */
export const newCode = ({ keyring, clock }: Deps): { code: string; stored: StoredCode } => {
  const code = secretBytes(32).toString('hex');
  return {
    code,
    stored: {
      codeHash: keyedHash(keyring, 'invitation', code),
      expiresAt: timestamp(secondsAfter(clock.now(), codeLifetime)),
    },
  };
};

/** Creates a token to complete the account of an invitation with; its hash replaces that of the code. */
export const newSignupToken = (
  { keyring, clock }: Deps,
  { userId, membershipId }: { userId: string; membershipId: string },
): { token: string; stored: StoredCode } => {
  const signupTokenId = secretBytes(32).toString('hex');
  const issuedAt = clock.now();
  const expiresAt = secondsAfter(issuedAt, signupLifetime);
  const token = signToken(
    keyring,
    { authTokenType: 'signupToken', userId, membershipId, signupTokenId },
    { issuedAt, expiresAt },
  );
  return { token, stored: { codeHash: keyedHash(keyring, 'signup', signupTokenId), expiresAt: timestamp(expiresAt) } };
};

/** Whether the secret is that of the invitation; takes the same time if there is no invitation. */
export const matchesCode = (
  { keyring, clock }: Deps,
  purpose: 'invitation' | 'signup',
  secret: string,
  invitation: StoredCode | undefined,
): boolean => {
  const matches = matchesKeyedHash(keyring, purpose, secret, invitation?.codeHash ?? keyedHash(keyring, 'none', ''));
  return matches && invitation !== undefined && invitation.expiresAt > timestamp(clock.now());
};
