import { userOf } from '../../../access/actor.ts';
import { auditedUser, type AuditActor } from '../../../audit/audit.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { PublicScope, Scope } from '../../../scope.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';
import type { OrganizationRow } from '../../organization/organizations/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { tokenExpired } from '../access-tokens/authorize.ts';
import { newSession } from './new.ts';
import type { SessionRow } from './store.ts';

export const invalidCredentials = () => badRequest('Invalid credentials.');

/** A login concerns every organization of the user, so it is recorded without one. */
const noOrganization = { organizationId: null };

const actorOf = (user: UserRow): AuditActor => ({ ...auditedUser(user), authMethod: 'email' });

/** Records after the response, so that refusing a registered address takes no longer than refusing an unknown one. */
const recordFailure = ({ audit }: PublicScope, user: UserRow, reason: string): void =>
  audit.recordRefusal({
    type: loginFailures.user,
    reason,
    metadata: { userId: user.id, message: 'Invalid credentials.' },
    actor: actorOf(user),
    ...noOrganization,
  });

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
  const session = newSession(scope, user.id);
  const isOpen = await scope.transaction(async ({ stores, audit }) => {
    // Changing the password ends all sessions; the lock makes sure that it does not miss this new one.
    if (!(await stores.users.lockPassword(user.id, passwordHash))) return false;
    await stores.sessions.insert(session);
    await audit.record({
      type: 'user-login',
      metadata: { sessionId: session.id },
      actor: actorOf(user),
      ...noOrganization,
    });
    return true;
  });
  if (isOpen) return session;
  recordFailure(scope, user, 'invalid_password');
  throw invalidCredentials();
};

export const closeSession = (scope: Scope): Promise<void> =>
  scope.transaction(async ({ stores, audit }) => {
    const { sessionId } = userOf(scope);
    await stores.sessions.delete(sessionId);
    await audit.record({ type: 'user-logout', metadata: { sessionId }, ...noOrganization });
  });

interface Choice {
  readonly session: Pick<SessionRow, 'id' | 'userId' | 'expiresAt'>;
  readonly organization: OrganizationRow | undefined;
}

/**
 * Records in the organization's audit log that a member selected it. For the command line client the session is a new
 * one, which ends no later than the caller's: otherwise a stolen token could prolong itself.
 */
export const chooseOrganization = async (
  scope: Scope,
  { id, organizationId }: OrganizationMembershipRow,
  isForCli: boolean,
): Promise<Choice> => {
  const { id: userId, sessionId, sessionExpiresAt: expiresAt } = userOf(scope);
  const organization = await scope.stores.organizations.findById(organizationId);
  const created = isForCli ? { ...newSession(scope, userId), userAgent: 'cli', expiresAt } : undefined;
  await scope.transaction(async ({ stores, clock, audit }) => {
    if (created) {
      await stores.users.lockShared(userId);
      if (!(await stores.sessions.findPresented(sessionId, undefined))) throw tokenExpired();
      await stores.sessions.insert(created);
    }
    await stores.memberships.recordLogin(id, 'email', timestamp(clock.now()));
    const metadata = { organizationId, organizationName: organization?.name ?? '' };
    await audit.record({
      type: 'select-organization',
      metadata: { ...metadata, ...(created && { sessionId: created.id }) },
      organizationId,
    });
  });
  return { session: created ?? { id: sessionId, userId, expiresAt }, organization };
};
