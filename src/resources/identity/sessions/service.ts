import { userOf, type SignInMethod } from '../../../access/actor.ts';
import { auditedUser, type AuditActor } from '../../../audit/audit.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { PublicScope, Scope } from '../../../scope.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { tokenExpired } from '../access-tokens/authorize.ts';
import { idleSeconds, requireLive, requireWithinLimits } from './limits.ts';
import { recordBypass } from './bypass.ts';
import { newSession, sessionInUse, type NewSignIn, type SessionInUse } from './new.ts';
import type { PresentedSession, SessionRow } from './store.ts';
import { ofAccount, ofOrganization } from '../../../transaction-keys.ts';

export const invalidCredentials = () => badRequest('Invalid credentials.');

/** A login concerns every organization of the user, so it is recorded without one. */
const noOrganization = { organizationId: null };

const actorOf = (user: UserRow, authMethod: SignInMethod): AuditActor => ({ ...auditedUser(user), authMethod });

/** Records after the response, so that refusing a registered address takes no longer than refusing an unknown one. */
const recordFailure = ({ audit }: PublicScope, user: UserRow, reason: string): void =>
  audit.recordRefusal({
    type: loginFailures.user,
    reason,
    metadata: { userId: user.id, message: 'Invalid credentials.' },
    actor: actorOf(user, 'email'),
    ...noOrganization,
  });

/**
 * Stores a new session of the user and records the login, in a transaction of the account, and of the organization if its
 * provider vouches for the user: ending all of their sessions does not miss this one.
 */
export const openSessionOf = async (tx: PublicScope, user: UserRow, signIn: NewSignIn): Promise<SessionRow> => {
  const session = newSession(tx, user.id, signIn);
  await tx.stores.sessions.insert(session);
  await tx.audit.record({
    type: 'user-login',
    metadata: { sessionId: session.id },
    actor: actorOf(user, session.authMethod),
    ...noOrganization,
  });
  return session;
};

/** Checks the credentials and creates a session; 400 if they are wrong. */
export const openSession = async (
  scope: PublicScope,
  { email, password }: Request<'login'>['body'],
): Promise<SessionRow> => {
  const user = await scope.stores.users.findByUsername(email.trim().toLowerCase());
  const passwordHash = user?.passwordHash;
  const isRight = await scope.passwords.matches(password, passwordHash);
  if (user && !isRight) recordFailure(scope, user, passwordHash ? 'invalid_password' : 'account_not_finished');
  if (!user || !passwordHash || !isRight) throw invalidCredentials();
  const session = await scope.transaction(ofAccount(user.id), async (tx) => {
    // The password was changed while this request was hashing.
    if ((await tx.stores.users.findById(user.id))?.passwordHash !== passwordHash) return undefined;
    return openSessionOf(tx, user, { authMethod: 'email' });
  });
  if (session) return session;
  recordFailure(scope, user, 'invalid_password');
  throw invalidCredentials();
};

export const closeSession = (scope: Scope): Promise<void> =>
  scope.transaction(ofAccount(userOf(scope).id), async ({ stores, audit }) => {
    const { sessionId } = userOf(scope);
    await stores.sessions.delete(sessionId);
    await audit.record({ type: 'user-logout', metadata: { sessionId }, ...noOrganization });
  });

interface Choice {
  readonly session: SessionInUse;
  readonly organization: OrganizationRow | undefined;
}

/** A session that is the caller's in all but its tokens: whoever signed in, how, and when stays the same. */
const sessionForCli = (scope: Scope, longestIdleSeconds: number): SessionRow => {
  const { id, sessionExpiresAt, authMethod, mfaMethod, authenticatedAt, providerId, providerSessionId } = userOf(scope);
  const signIn = { authMethod, mfaMethod, authenticatedAt, providerId, providerSessionId };
  return { ...newSession(scope, id, signIn), userAgent: 'cli', expiresAt: sessionExpiresAt, longestIdleSeconds };
};

/** The caller's session as a token of that organization presents it. */
export const findPresented = async (scope: Scope, organizationId: string): Promise<PresentedSession> => {
  const session = await scope.stores.sessions.findPresented(userOf(scope).sessionId, organizationId);
  if (!session) throw tokenExpired();
  return session;
};

/**
 * Records in the organization's audit log that a member selected it, and whether that bypassed its single sign-on. For the command line client the session is a new
 * one, which ends no later than the caller's: otherwise a stolen token could prolong itself.
 */
export const chooseOrganization = async (
  scope: Scope,
  { id, organizationId }: OrganizationMembershipRow,
  isForCli: boolean,
): Promise<Choice> => {
  const user = userOf(scope);
  const { id: userId, sessionId } = user;
  const organization = await scope.stores.organizations.findById(organizationId);
  const now = timestamp(scope.clock.now());
  const presented = requireLive(await scope.stores.sessions.findPresented(sessionId, organizationId), now);
  requireWithinLimits(presented, now);
  const created = isForCli ? sessionForCli(scope, idleSeconds(presented, now)) : undefined;
  // The organization ends the sessions of its provider, and must not miss a new one.
  const keys = created && user.providerId !== null ? [ofOrganization(organizationId)] : [];
  await scope.transaction([ofAccount(userId), ...keys], async ({ stores, audit }) => {
    if (created) {
      if (!(await stores.sessions.findPresented(sessionId, undefined))) throw tokenExpired();
      await stores.sessions.insert(created);
    }
    await stores.memberships.recordLogin(id, user.authMethod, now);
    const metadata = { organizationId, organizationName: organization?.name ?? '' };
    await audit.record({
      type: 'select-organization',
      metadata: { ...metadata, ...(created && { sessionId: created.id }) },
      organizationId,
    });
    await recordBypass({ stores, audit }, sessionId, organizationId);
  });
  return { session: created ?? sessionInUse(user), organization };
};
