import { userOf, type SecondFactor } from '../../../access/actor.ts';
import { timestamp } from '../../../platform/clock.ts';
import { decryptTotpSecret, encryptTotpSecret } from '../../../platform/crypto/sealing.ts';
import { matchingStep, newTotpSecret, otpUrl } from '../../../platform/crypto/totp.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireStillOpen } from '../sessions/still-open.ts';
import { factorOwner } from './find.ts';
import { requireMayChangeFactors, requireNotRequired } from './guard.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { settleFactors } from './remove.ts';
import { ofAccount } from '../../../transaction-keys.ts';

const issuer = 'Sallyport';

/** The second factor of an account concerns every organization of the user, so changes are recorded without one. */
const noOrganization = { organizationId: null };

const noApp = () => notFound('You have no authenticator app.');
const hasApp = () => badRequest('You have an authenticator app already. Remove it before you set up another one.');

/** Stores a new key for an authenticator app, which counts after `completeTotp`; returns it as a URL. */
export const startTotp = async (scope: Scope): Promise<string> => {
  const { username } = userOf(scope);
  const owner = factorOwner(scope);
  const { userId } = owner;
  const { row } = await requireMayChangeFactors(scope);
  if (row?.isTotpVerified) throw hasApp();
  const secret = newTotpSecret();
  const sealedTotpSecret = encryptTotpSecret(scope.keyring, userId, secret);
  await scope.transaction(ofAccount(userId), async (tx) => {
    const { stores, clock, audit } = tx;
    await requireStillOpen(tx);
    const current = await stores.secondFactors.find(owner);
    if (current?.isTotpVerified) throw hasApp();
    await stores.secondFactors.save({
      ...owner,
      isEnabled: current?.isEnabled ?? false,
      selectedMethod: current?.selectedMethod ?? null,
      sealedTotpSecret,
      isTotpVerified: false,
      lastTotpStep: null,
      updatedAt: timestamp(clock.now()),
    });
    await audit.record({ type: 'register-totp', metadata: { userId }, ...noOrganization });
  });
  return otpUrl(issuer, username, secret);
};

/** Completes the set-up with a code of the app. The session has shown a second factor by that. */
export const completeTotp = async (scope: Scope, code: string): Promise<void> => {
  const { id: userId, sessionId } = userOf(scope);
  const owner = factorOwner(scope);
  await requireMayChangeFactors(scope);
  await scope.transaction(ofAccount(userId), async (tx) => {
    const { stores, keyring, clock, audit } = tx;
    await requireStillOpen(tx);
    const row = await stores.secondFactors.find(owner);
    if (!row?.sealedTotpSecret) throw noApp();
    if (row.isTotpVerified) throw hasApp();
    const secret = decryptTotpSecret(keyring, userId, row.sealedTotpSecret);
    const lastTotpStep = matchingStep(secret, code.replace(/\s/g, ''), clock.now());
    if (lastTotpStep === undefined)
      throw badRequest('This code is wrong. Enter the one that the app shows now, and check the clock of the device.');
    const updatedAt = timestamp(clock.now());
    await stores.secondFactors.update(owner, {
      isTotpVerified: true,
      lastTotpStep,
      selectedMethod: row.selectedMethod ?? 'totp',
      updatedAt,
    });
    await stores.sessions.renewSignIn(sessionId, { mfaMethod: 'totp', authenticatedAt: updatedAt });
    await audit.record({ type: 'verify-totp', metadata: { userId }, ...noOrganization });
  });
};

export const removeTotp = async (scope: Scope): Promise<void> => {
  const owner = factorOwner(scope);
  const { userId } = owner;
  const { row } = await requireMayChangeFactors(scope);
  if (!row?.sealedTotpSecret) throw noApp();
  await scope.transaction(ofAccount(userId), async (tx) => {
    const nothing = { sealedTotpSecret: null, isTotpVerified: false, lastTotpStep: null };
    await tx.stores.secondFactors.update(owner, nothing);
    await settleFactors(tx, owner);
    await tx.audit.record({ type: 'delete-totp', metadata: { userId }, ...noOrganization });
  });
};

const notSetUp = (method: SecondFactor) =>
  badRequest(method === 'totp' ? 'Set up an authenticator app first.' : 'Add a passkey first.');

/** Turns the second factor on; returns the recovery codes. */
export const activate = async (scope: Scope, chosen: SecondFactor | undefined): Promise<string[]> => {
  const owner = factorOwner(scope);
  const { userId } = owner;
  const { isEnabled, methods } = await requireMayChangeFactors(scope);
  const selectedMethod = chosen ?? methods[0] ?? 'totp';
  if (!methods.includes(selectedMethod)) throw notSetUp(selectedMethod);
  if (isEnabled) throw badRequest('The second factor is on already.');
  const { codes, hashes } = newRecoveryCodes(scope.keyring);
  await scope.transaction(ofAccount(userId), async (tx) => {
    const { stores, clock, audit } = tx;
    await requireStillOpen(tx);
    const row = await stores.secondFactors.find(owner);
    if (row?.isEnabled) throw badRequest('The second factor is on already.');
    await stores.secondFactors.update(owner, { isEnabled: true, selectedMethod, updatedAt: timestamp(clock.now()) });
    await stores.recoveryCodes.replace(owner, hashes);
    await audit.record({ type: 'activate-second-factor', metadata: { userId, selectedMethod }, ...noOrganization });
  });
  return codes;
};

export const deactivate = async (scope: Scope): Promise<void> => {
  const owner = factorOwner(scope);
  const { userId } = owner;
  const { isEnabled } = await requireMayChangeFactors(scope);
  if (!isEnabled) throw badRequest('The second factor is off already.');
  await requireNotRequired(scope, owner);
  await scope.transaction(ofAccount(userId), async ({ stores, clock, audit }) => {
    await stores.secondFactors.update(owner, { isEnabled: false, updatedAt: timestamp(clock.now()) });
    await stores.recoveryCodes.deleteOf(owner);
    await audit.record({ type: 'deactivate-second-factor', metadata: { userId }, ...noOrganization });
  });
};

export const selectMethod = async (scope: Scope, selectedMethod: SecondFactor): Promise<void> => {
  const owner = factorOwner(scope);
  const { userId } = owner;
  const { methods } = await requireMayChangeFactors(scope);
  if (!methods.includes(selectedMethod)) throw notSetUp(selectedMethod);
  await scope.transaction(ofAccount(userId), async ({ stores, clock, audit }) => {
    await stores.secondFactors.update(owner, { selectedMethod, updatedAt: timestamp(clock.now()) });
    await audit.record({ type: 'update-second-factor', metadata: { userId, selectedMethod }, ...noOrganization });
  });
};

/** Replaces the recovery codes; returns the new ones. */
export const renewRecoveryCodes = async (scope: Scope): Promise<string[]> => {
  const owner = factorOwner(scope);
  const { userId } = owner;
  const { isEnabled } = await requireMayChangeFactors(scope);
  const isOff = () => badRequest('Turn the second factor on first: recovery codes stand in for it.');
  if (!isEnabled) throw isOff();
  const { codes, hashes } = newRecoveryCodes(scope.keyring);
  await scope.transaction(ofAccount(userId), async ({ stores, audit }) => {
    if (!(await stores.secondFactors.find(owner))?.isEnabled) throw isOff();
    await stores.recoveryCodes.replace(owner, hashes);
    await audit.record({ type: 'create-recovery-codes', metadata: { userId }, ...noOrganization });
  });
  return codes;
};
