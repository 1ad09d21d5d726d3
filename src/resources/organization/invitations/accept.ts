import { auditedUser } from '../../../audit/audit.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { verifyToken } from '../../../platform/crypto/tokens.ts';
import { badRequest, ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { InviteeScope, PublicScope } from '../../../scope.ts';
import { mayJoin, proveAddress, removeSignIns } from '../../identity/account/proof.ts';
import { lacksSecondFactor } from '../../identity/second-factor/required.ts';
import { newSession } from '../../identity/sessions/new.ts';
import type { SessionRow } from '../../identity/sessions/store.ts';
import type { UserRow } from '../organization-users/store.ts';
import { matchesCode, newSignupToken } from './codes.ts';
import type { PresentedInvitation } from './store.ts';
import { ofAccount, ofOrganization } from '../../../transaction-keys.ts';

/** Every kind of invalid invitation gets this response, so that it reveals nothing. */
const invalidInvitation = () =>
  badRequest('This invitation is not valid: it is unknown, has expired, or has been used. Ask for a new one.');

/**
 * Whether the access token is one of the invited user. Needed because a link does not only reach the mailbox of the
 * invited user: whoever had the first link may have completed the account, so only somebody who can log in to it may join with it.
 */
const isLoggedIn = async (
  { keyring, clock, stores, config }: PublicScope,
  userId: string,
  accessToken: string | undefined,
): Promise<boolean> => {
  if (accessToken === undefined) return false;
  const now = clock.now();
  const { authTokenType, tokenVersionId } = verifyToken(keyring, accessToken, now);
  const session =
    authTokenType === 'accessToken' && typeof tokenVersionId === 'string'
      ? await stores.sessions.findPresented(tokenVersionId, undefined)
      : undefined;
  // The provider of another organization must not accept invitations for somebody.
  const isOwn = session?.userId === userId && session.providerId === null;
  return isOwn && session.expiresAt > timestamp(now) && !lacksSecondFactor(session, config);
};

const loginNeeded = ({ passwordHash }: PresentedInvitation): ServiceError =>
  badRequest(
    passwordHash === null
      ? 'This account signs in with single sign-on only, which accepts no invitations of other organizations. Set a password for it with a link to reset it, log in, and send its token as "accessToken".'
      : 'This account already exists. Log in to it, with the second factor if it has one, and send its token as "accessToken".',
  );

/** Says how to prove the address on this server. */
const addressNotProved = ({ mailer }: PublicScope): ServiceError =>
  new ServiceError(
    403,
    'AddressNotProved',
    `Nobody has shown yet that this account belongs to the owner of its e-mail address, so it joins no other organization. ${
      mailer
        ? 'Set a new password with a link that is mailed to you (forgotten password)'
        : 'Ask an administrator of this server for a link to reset the password, set a new one with it'
    }, and then open the invitation again.`,
    { help: helpSections.ownAddress },
  );

/** Records the event with the invited user as its actor. */
const recordByInvitee = (
  { audit }: PublicScope,
  type: string,
  { organizationId, membershipId, userId, username }: PresentedInvitation,
): Promise<void> =>
  audit.record({
    type,
    metadata: { membershipId, userId },
    actor: auditedUser({ id: userId, username, email: username }),
    organizationId,
  });

/** Finds the invitation of a code, which has to be an unused one; 400 otherwise. */
export const findByCode = async (
  scope: PublicScope,
  { email, organizationId, code }: Request<'inspectInvitation'>['body'],
): Promise<PresentedInvitation> => {
  const invitation = await scope.stores.invitations.findOfUser(organizationId, email.toLowerCase());
  if (!matchesCode(scope, 'invitation', code, invitation) || !invitation) throw invalidInvitation();
  return invitation;
};

/** Redeems a code: an account that somebody signs in to joins the organization, any other gets a token to complete it with. */
export const redeemCode = async (
  scope: PublicScope,
  { accessToken, ...presented }: Request<'verifyInvitation'>['body'],
): Promise<{ organizationName: string; token: string | null }> => {
  const invitation = await findByCode(scope, presented);
  const { membershipId, userId, organizationId, codeHash, organizationName } = invitation;
  const keys = [ofOrganization(organizationId), ofAccount(userId)];

  if (!(await scope.stores.users.isOwned(userId))) {
    const { token, stored } = newSignupToken(scope, invitation);
    await scope.transaction(keys, async (tx) => {
      if (!(await tx.stores.invitations.trade(membershipId, codeHash, stored))) throw invalidInvitation();
      await recordByInvitee(tx, 'accept-organization-invitation', invitation);
    });
    return { organizationName, token };
  }
  if (!(await isLoggedIn(scope, userId, accessToken))) throw loginNeeded(invitation);
  if (!mayJoin(invitation, organizationId)) throw addressNotProved(scope);
  await scope.transaction(keys, async (tx) => {
    await join(tx, membershipId, codeHash);
    await recordByInvitee(tx, 'accept-organization-invitation', invitation);
  });
  return { organizationName, token: null };
};

const join = async ({ stores, clock }: PublicScope, membershipId: string, codeHash: string): Promise<void> => {
  if (!(await stores.invitations.take(membershipId, codeHash))) throw invalidInvitation();
  await stores.memberships.update(membershipId, { status: 'accepted', updatedAt: timestamp(clock.now()) });
};

type Account = Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash'>;

/** Completes the account of the signup token, joins the organization, and logs in. */
export const completeAccountOf = async (
  scope: InviteeScope,
  { email, firstName, lastName = '', password }: Request<'completeAccount'>['body'],
): Promise<{ user: Account; session: SessionRow }> => {
  const { membershipId, userId, tokenId } = scope.invitee;
  // Before the slow password hash, which a used token must not cause.
  const invitation = await scope.stores.invitations.findById(membershipId);
  if (
    !matchesCode(scope, 'signup', tokenId, invitation) ||
    invitation?.userId !== userId ||
    invitation.username !== email.toLowerCase()
  )
    throw invalidInvitation();

  const names = { firstName, lastName: lastName === '' ? null : lastName };
  const passwordHash = await scope.passwords.hash(password);
  const session = newSession(scope, userId, { authMethod: 'email' });
  const { organizationId, isOnlyMailed } = invitation;
  const account = { ...names, passwordHash, firstOrganizationId: organizationId, updatedAt: session.createdAt };
  await scope.transaction([ofOrganization(organizationId), ofAccount(userId)], async (tx) => {
    const { users, sessions } = tx.stores;
    // An invitation of another organization, or a provider, may have got an owner for the account meanwhile.
    if (await users.isOwned(userId)) throw invalidInvitation();
    await join(tx, membershipId, invitation.codeHash);
    await users.finish(userId, account);
    // Of an earlier owner, such as a provider that was removed.
    await removeSignIns(tx.stores, userId);
    if (isOnlyMailed) await proveAddress(tx.stores, userId, session.createdAt);
    await sessions.insert(session);
    await recordByInvitee(tx, 'complete-account', invitation);
  });
  const { username } = invitation;
  return { user: { id: userId, username, email: username, ...names, passwordHash }, session };
};
