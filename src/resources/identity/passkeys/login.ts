import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { authenticationOptions, challengeSeconds, verifyAuthentication } from '../../../platform/crypto/passkeys.ts';
import { signToken, verifyToken } from '../../../platform/crypto/tokens.ts';
import { badRequest, ServiceError } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { openSessionOf } from '../sessions/service.ts';
import type { SessionRow } from '../sessions/store.ts';
import { orBadRequest, requireDomain, signed } from './service.ts';
import { ofAccount } from '../../../transaction-keys.ts';

/** One error for everything that is wrong with a passkey, so that it reveals nothing. */
const invalidPasskey = () => badRequest('This passkey is not accepted here. Try again, or sign in with your password.');

export interface StartedLogin {
  readonly options: { challenge: string };
  /** For a cookie: it binds the challenge to the browser, and needs no row that anybody could add. */
  readonly cookie: string;
}

export const startLogin = async (scope: PublicScope): Promise<StartedLogin> => {
  const { challenge, options } = await authenticationOptions(requireDomain(scope), []);
  const issuedAt = scope.clock.now();
  const claims = { authTokenType: 'passkeyChallenge', challenge };
  const expiresAt = secondsAfter(issuedAt, challengeSeconds);
  return { options: { ...options, challenge }, cookie: signToken(scope.keyring, claims, { issuedAt, expiresAt }) };
};

const challengeIn = ({ caller, keyring, clock }: PublicScope): { challenge: string; expiresAt: Date } => {
  try {
    const claims = verifyToken(keyring, caller.passkeyChallenge ?? '', clock.now());
    if (claims.authTokenType !== 'passkeyChallenge') throw invalidPasskey();
    return { challenge: String(claims.challenge), expiresAt: new Date(Number(claims.exp) * 1000) };
  } catch (error) {
    throw error instanceof ServiceError ? invalidPasskey() : error;
  }
};

/** Opens a session for the owner of the passkey: it stands for both factors, because it verified its owner. */
export const openSessionWithPasskey = async (
  scope: PublicScope,
  { authenticationResponse }: Request<'loginWithPasskey'>['body'],
): Promise<SessionRow> => {
  const { challenge, expiresAt } = challengeIn(scope);
  const passkey = await scope.stores.passkeys.findByCredential(authenticationResponse.id);
  if (!passkey) throw invalidPasskey();
  const { userHandle } = authenticationResponse.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) throw invalidPasskey();
  const counter = await orBadRequest(
    verifyAuthentication(scope.config, signed(authenticationResponse), challenge, passkey),
  ).catch((error: unknown) => {
    throw error instanceof ServiceError ? invalidPasskey() : error;
  });
  return scope.transaction(ofAccount(passkey.userId), async (tx) => {
    const user = await tx.stores.users.findById(passkey.userId);
    const now = timestamp(tx.clock.now());
    const isFirst = await tx.stores.passkeyChallenges.markUsed(challenge, timestamp(expiresAt));
    if (!user || !isFirst || !(await tx.stores.passkeys.use(passkey, counter, now))) throw invalidPasskey();
    return openSessionOf(tx, user, { authMethod: 'passkey', mfaMethod: 'webauthn' });
  });
};
