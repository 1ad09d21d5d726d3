import { setImmediate } from 'node:timers/promises';
import { auditedUser } from '../../../audit/audit.ts';
import { loginFailures, passwordResetRequested } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { verifyToken } from '../../../platform/crypto/tokens.ts';
import { badRequest, badToken, forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { PublicScope } from '../../../scope.ts';
import { proveAddress } from '../account/proof.ts';
import { requireNotRequired } from '../second-factor/guard.ts';
import { removeFactors } from '../second-factor/remove.ts';
import { matchesReset, newRecoveryToken, recoveryTokenType } from './codes.ts';
import { mailLink } from './link.ts';
import type { PresentedReset } from './store.ts';
import { ofAccount } from '../../../transaction-keys.ts';

/** A reset concerns every organization of the user, so it is recorded without one. */
const noOrganization = { organizationId: null };

const invalidLink = () =>
  badRequest('This link is not valid: it is unknown, has expired, or has been used. Ask for a new one.');

const invalidToken = () => badToken('This password reset has expired or has been used. Ask for a new link.');

const actorOf = ({ userId, username, email }: PresentedReset) => auditedUser({ id: userId, username, email });

const sendLink = async (scope: PublicScope, email: string): Promise<void> => {
  // After the response is written, so that what follows does not delay it.
  await setImmediate();
  const user = await scope.stores.users.findByUsername(email.trim().toLowerCase());
  // An account that nobody signs in to is completed with an invitation. One that signs in with a provider gets a password.
  if (!user || !scope.mailer || !(await scope.stores.users.isOwned(user.id))) return;
  await scope.transaction(ofAccount(user.id), async (tx) => {
    if (!(await mailLink(tx, user))) return;
    const metadata = { userId: user.id };
    await tx.audit.record({ type: passwordResetRequested, metadata, actor: auditedUser(user), ...noOrganization });
  });
};

/** Mails a link to the account, if there is one, after the response: it says nothing about the account, nor does its time. */
export const requestReset = (scope: PublicScope, email: string): void =>
  scope.background.start('mail password reset', () => sendLink(scope, email));

/** Exchanges the code of a link for the token that sets the password; 400 for every kind of invalid link. */
export const redeemCode = async (
  scope: PublicScope,
  { email, code }: Request<'verifyPasswordReset'>['body'],
): Promise<{ reset: PresentedReset; token: string }> => {
  const reset = await scope.stores.passwordResets.findByUsername(email.trim().toLowerCase());
  if (!matchesReset(scope, 'password-reset', code, reset) || !reset) {
    if (reset)
      scope.audit.recordRefusal({
        type: loginFailures.passwordReset,
        reason: 'invalid_code',
        metadata: { userId: reset.userId },
        actor: actorOf(reset),
        ...noOrganization,
      });
    throw invalidLink();
  }
  const { token, stored } = newRecoveryToken(scope, reset.userId);
  await scope.transaction(ofAccount(reset.userId), async ({ stores, audit }) => {
    if (!(await stores.passwordResets.trade(reset.userId, reset.codeHash, stored))) throw invalidLink();
    const metadata = { userId: reset.userId };
    await audit.record({ type: 'verify-password-reset', metadata, actor: actorOf(reset), ...noOrganization });
  });
  return { reset, token };
};

/** Finds the reset of the token in the request; 401 if the token is of another kind, has expired or was used. */
const findByToken = async (scope: PublicScope): Promise<PresentedReset> => {
  const claims = verifyToken(scope.keyring, scope.caller.bearerToken, scope.clock.now());
  const { authTokenType, userId, jti } = claims;
  if (authTokenType !== recoveryTokenType || typeof userId !== 'string' || typeof jti !== 'string')
    throw badToken('This kind of token is not accepted for this operation.');
  const reset = await scope.stores.passwordResets.findOfUser(userId);
  if (!reset || !matchesReset(scope, 'account-recovery', jti, reset)) throw invalidToken();
  return reset;
};

/**
 * 403 where a second factor protects more than the account: whoever reads the owner's mail must not get past it. Factors
 * from before the address was proved are removed in any case.
 */
const requireMayRemoveFactors = async (scope: PublicScope, reset: PresentedReset): Promise<void> => {
  if (reset.addressProvedAt === null) return;
  if (reset.superAdmin)
    throw forbidden(
      'The second factor of an administrator of the instance is removed by another one, or with `sallyport reset-second-factor`.',
      helpSections.secondFactor,
    );
  await requireNotRequired(scope, { userId: reset.userId, providerId: null });
};

/** What else was removed when a password was reset. */
export type RemovedByReset = 'nothing' | 'factors' | 'sign-ins';

/**
 * Sets the password of the account and ends all of its sessions. Its factors stay, unless the owner wants them removed, or
 * nobody had shown before that the address is theirs. A link that an administrator of the instance created counts as
 * proof, too: servers without mail have no other, and administrators of the instance can do everything that it unlocks.
 */
export const setPassword = async (
  scope: PublicScope,
  { newPassword, removeSecondFactor = false }: Request<'resetPassword'>['body'],
): Promise<RemovedByReset> => {
  const reset = await findByToken(scope);
  const { userId, codeHash, createdBy, passwordHash: from } = reset;
  if (removeSecondFactor) await requireMayRemoveFactors(scope, reset);
  const to = await scope.passwords.hash(newPassword);
  return scope.transaction(ofAccount(userId), async ({ stores, clock, audit }) => {
    const now = timestamp(clock.now());
    if (!(await stores.passwordResets.take(userId, codeHash))) throw invalidToken();
    // The password was changed in another way while this request was hashing.
    if (!(await stores.users.changePassword(userId, { from, to }, now))) throw invalidToken();
    await stores.sessions.deleteOfUser(userId);
    const isFirstProof = await proveAddress(stores, userId, now);
    if (removeSecondFactor) await removeFactors(stores, userId);
    const removed = isFirstProof ? 'sign-ins' : removeSecondFactor ? 'factors' : 'nothing';
    const linkCreator = createdBy !== null && { linkCreatedBy: createdBy };
    const metadata = { userId, ...linkCreator, ...(removed !== 'nothing' && { removed }) };
    await audit.record({ type: 'reset-password', metadata, actor: actorOf(reset), ...noOrganization });
    return removed;
  });
};
