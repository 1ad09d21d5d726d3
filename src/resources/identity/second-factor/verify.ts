import { userOf, type SecondFactor } from '../../../access/actor.ts';
import { timestamp } from '../../../platform/clock.ts';
import { decryptTotpSecret } from '../../../platform/crypto/sealing.ts';
import { matchingStep } from '../../../platform/crypto/totp.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Scope } from '../../../scope.ts';
import { recordBypass } from '../sessions/bypass.ts';
import { tokenEnd, type SessionInUse } from '../sessions/new.ts';
import { factorOwner } from './find.ts';
import { countFailure, findFailures, forgetFailures, lockedUntil } from './lockout.ts';
import { isPasskeyProof } from './passkey-proof.ts';
import { hashesOf, isRecoveryCode } from './recovery-codes.ts';
import type { SecondFactorRow } from './store.ts';
import { ofAccount } from '../../../transaction-keys.ts';

/** Makes the CLI ask for another code. */
const invalidCode = { code: 'mfa_invalid' };
/** Makes the CLI ask for a new login. */
const expiredLogin = { code: 'mfa_expired' };

/** One error for a wrong, a used and an unknown code. */
const wrongCode = () =>
  new ServiceError(403, 'ForbiddenError', 'This code is wrong or was used already. Enter another one.', {
    context: invalidCode,
    help: helpSections.secondFactor,
  });

const nothingSetUp = (siteUrl: string) =>
  new ServiceError(400, 'BadRequest', `You have no second factor yet. Set one up by signing in at ${siteUrl}/login.`, {
    context: expiredLogin,
  });

const locked = (end: string, now: Date) => {
  const seconds = Math.ceil((new Date(end).getTime() - now.getTime()) / 1000);
  return new ServiceError(
    403,
    'UserLocked',
    'Too many wrong codes. Log in again later, from a network that you use already, or with a recovery code.',
    { context: expiredLogin, headers: { 'Retry-After': String(seconds) }, help: helpSections.secondFactor },
  );
};

/** Uses a code of the authenticator app; false if it is wrong, or not later than the last one that was used. */
const useTotp = async (
  { stores, keyring, clock }: Scope,
  { userId, providerId, sealedTotpSecret, isTotpVerified, lastTotpStep }: SecondFactorRow,
  code: string,
): Promise<boolean> => {
  if (!isTotpVerified || sealedTotpSecret === null) return false;
  const step = matchingStep(decryptTotpSecret(keyring, userId, sealedTotpSecret), code, clock.now());
  if (step === undefined || (lastTotpStep !== null && step <= lastTotpStep)) return false;
  await stores.secondFactors.update({ userId, providerId }, { lastTotpStep: step });
  return true;
};

/** Checks one code, and stores in the session that it was right; the response follows the commit. */
const attempt = async (tx: Scope, sent: string, hashes: readonly string[]): Promise<ServiceError | SecondFactor> => {
  const { id: userId, sessionId, pendingOrganizationId } = userOf(tx);
  const owner = factorOwner(tx);
  const now = tx.clock.now();
  const row = await tx.stores.secondFactors.find(owner);
  if (!row || (!row.isEnabled && !row.isTotpVerified)) return nothingSetUp(tx.config.siteUrl);
  const code = sent.replace(/\s/g, '');
  const isRecovery = isRecoveryCode(code);
  const failures = await findFailures(tx, owner);
  const end = await lockedUntil(tx, owner, failures, !isRecovery);
  if (end !== undefined) return locked(end, now);
  const isRight = isRecovery ? await tx.stores.recoveryCodes.take(owner, hashes) : await useTotp(tx, row, code);
  if (!isRight) {
    await countFailure(tx, owner, failures);
    return wrongCode();
  }
  if (failures.ofAddress) await forgetFailures(tx, owner);
  const mfaMethod = isRecovery ? (row.selectedMethod ?? 'totp') : 'totp';
  await tx.stores.sessions.renewSignIn(sessionId, { mfaMethod, authenticatedAt: timestamp(now) });
  await tx.audit.record({
    type: 'verify-second-factor',
    metadata: { userId, sessionId, method: isRecovery ? 'recovery-code' : mfaMethod },
    organizationId: null,
  });
  await recordBypass(tx, sessionId, pendingOrganizationId ?? '');
  return mfaMethod;
};

/** The session has stored already that the passkey was right. */
const recordPasskey = async (scope: Scope): Promise<SecondFactor> => {
  const { id: userId, sessionId } = userOf(scope);
  const metadata = { userId, sessionId, method: 'webauthn' };
  await scope.transaction(ofAccount(userId), ({ audit }) =>
    audit.record({ type: 'verify-second-factor', metadata, organizationId: null }),
  );
  return 'webauthn';
};

export interface CompletedLogin {
  readonly session: SessionInUse;
  readonly organizationId: string;
}

/** Completes the login of the caller's MFA token with a code; 403 if that is wrong. */
export const completeLogin = async (scope: Scope, code: string): Promise<CompletedLogin> => {
  const user = userOf(scope);
  const hashes = hashesOf(scope.keyring, code);
  const outcome = isPasskeyProof(scope, code)
    ? await recordPasskey(scope)
    : await scope.transaction(ofAccount(user.id), (tx) => attempt(tx, code, hashes));
  if (outcome instanceof ServiceError) throw outcome;
  const organizationId = user.pendingOrganizationId ?? '';
  const organization = await scope.stores.organizations.findById(organizationId);
  const { sessionId: id, id: userId, authMethod, sessionExpiresAt } = user;
  const expiresAt = tokenEnd(scope.clock.now(), sessionExpiresAt, organization?.userTokenExpiration ?? null);
  return { session: { id, userId, expiresAt, authMethod, mfaMethod: outcome }, organizationId };
};
