import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { keyedHash, matchesKeyedHash } from '../../../platform/crypto/keyed-hash.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { PasswordResetRow } from './store.ts';

type Deps = Pick<PublicScope, 'keyring' | 'clock'>;
type StoredCode = Pick<PasswordResetRow, 'codeHash' | 'expiresAt'>;

const codeLifetime = 24 * 60 * 60;
const tokenLifetime = 15 * 60;

/** The kind of token that sets a new password, and nothing else. */
export const recoveryTokenType = 'accountRecoveryToken';

/** Creates the code of a link, and the columns that store its hash. */
export const newCode = ({ keyring, clock }: Deps): { code: string; stored: StoredCode } => {
  const code = secretBytes(32).toString('hex');
  return {
    code,
    stored: {
      codeHash: keyedHash(keyring, 'password-reset', code),
      expiresAt: timestamp(secondsAfter(clock.now(), codeLifetime)),
    },
  };
};

/** Creates the token that a code is exchanged for; its hash replaces that of the code. */
export const newRecoveryToken = ({ keyring, clock }: Deps, userId: string): { token: string; stored: StoredCode } => {
  const jti = secretBytes(32).toString('hex');
  const issuedAt = clock.now();
  const expiresAt = secondsAfter(issuedAt, tokenLifetime);
  return {
    token: signToken(keyring, { authTokenType: recoveryTokenType, userId, jti }, { issuedAt, expiresAt }),
    stored: { codeHash: keyedHash(keyring, 'account-recovery', jti), expiresAt: timestamp(expiresAt) },
  };
};

/** Whether the secret is that of the reset; takes the same time if there is no reset. */
export const matchesReset = (
  { keyring, clock }: Deps,
  purpose: 'password-reset' | 'account-recovery',
  secret: string,
  reset: StoredCode | undefined,
): boolean => {
  const matches = matchesKeyedHash(keyring, purpose, secret, reset?.codeHash ?? keyedHash(keyring, 'none', ''));
  return matches && reset !== undefined && reset.expiresAt > timestamp(clock.now());
};
