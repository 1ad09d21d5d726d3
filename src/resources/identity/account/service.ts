import { userOf } from '../../../access/actor.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { findOwnAccount } from '../../organization/organization-users/find.ts';
import { requireOwnPassword, wrongPassword } from '../sessions/password.ts';
import { ofAccount } from '../../../transaction-keys.ts';

/** Changes of an account concern every organization of the user, so they are recorded without one. */
const noOrganization = { organizationId: null };

export const changeName = async (scope: Scope, input: Request<'changeOwnName'>['body']): Promise<UserRow> => {
  const names = { firstName: input.firstName.trim() || null, lastName: input.lastName.trim() || null };
  const before = await findOwnAccount(scope);
  const user = { ...before, ...names, updatedAt: timestamp(scope.clock.now()) };
  await scope.transaction(ofAccount(user.id), async ({ stores, audit }) => {
    await stores.users.rename(user);
    await audit.record({ type: 'change-own-name', metadata: { userId: user.id, ...names }, ...noOrganization });
  });
  return user;
};

const wrong = { type: loginFailures.passwordChange, message: 'The current password is wrong.' };

/** Changes the password and ends every other session, which may belong to somebody who learnt the old password. */
export const changePassword = async (
  scope: Scope,
  { currentPassword, newPassword }: Request<'changeOwnPassword'>['body'],
): Promise<void> => {
  const { id, sessionId } = userOf(scope);
  const from = await requireOwnPassword(scope, currentPassword, wrong);
  const change = { from, to: await scope.passwords.hash(newPassword) };
  const isChanged = await scope.transaction(ofAccount(id), async ({ stores, clock, audit }) => {
    // The password was changed while this request was hashing.
    if (!(await stores.users.changePassword(id, change, timestamp(clock.now())))) return false;
    await stores.sessions.deleteOfUser(id, { except: sessionId });
    await stores.passwordResets.cancel(id);
    await audit.record({ type: 'change-password', metadata: { userId: id }, ...noOrganization });
    return true;
  });
  if (!isChanged) throw wrongPassword(scope, wrong);
};

export const endSession = (scope: Scope, sessionId: string): Promise<void> =>
  scope.transaction(ofAccount(userOf(scope).id), async ({ stores, audit }) => {
    const { id: userId, providerId } = userOf(scope);
    if (!(await stores.sessions.deleteOneOfUser(userId, sessionId, providerId))) throw notFound('Session not found.');
    await audit.record({ type: 'end-user-session', metadata: { userId, sessionId }, ...noOrganization });
  });

export const endSessions = (scope: Scope, exceptCurrent: boolean): Promise<void> =>
  scope.transaction(ofAccount(userOf(scope).id), async ({ stores, audit }) => {
    const { id: userId, sessionId, providerId } = userOf(scope);
    await stores.sessions.deleteOfUser(userId, { providerId, ...(exceptCurrent && { except: sessionId }) });
    await audit.record({ type: 'end-user-sessions', metadata: { userId, exceptCurrent }, ...noOrganization });
  });
