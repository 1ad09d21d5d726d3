import { userOf } from '../../../access/actor.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, badToken, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

export const findOwnAccount = async (scope: Pick<Scope, 'actor' | 'stores'>): Promise<UserRow> => {
  const user = await scope.stores.users.findById(userOf(scope).id);
  // Deleted between the look at the token and this one.
  if (!user) throw badToken('This account no longer exists.');
  return user;
};

/** Whatever organization somebody acts in: what they do to their account concerns all that they have joined. */
const everywhere = { organizationId: null };

export const changeName = async (scope: Scope, given: Request<'changeOwnName'>['body']): Promise<UserRow> => {
  const names = { firstName: given.firstName.trim() || null, lastName: given.lastName.trim() || null };
  const before = await findOwnAccount(scope);
  const user = { ...before, ...names, updatedAt: timestamp(scope.clock.now()) };
  await scope.transaction(async ({ stores, audit }) => {
    await stores.users.rename(user);
    await audit.record({ type: 'change-own-name', metadata: { userId: user.id, ...names }, ...everywhere });
  });
  return user;
};

const wrongPassword = () => badRequest('The current password is wrong.');

/** Whoever may have learnt the old password is out: only the session that asks goes on. */
export const changePassword = async (
  scope: Scope,
  { currentPassword, newPassword }: Request<'changeOwnPassword'>['body'],
): Promise<void> => {
  const { id, sessionId } = userOf(scope);
  const user = await scope.stores.users.findById(id);
  const isRight = await scope.passwords.matches(currentPassword, user?.passwordHash);
  if (!user?.passwordHash || !isRight) throw wrongPassword();
  const change = { from: user.passwordHash, to: await scope.passwords.hash(newPassword) };
  await scope.transaction(async ({ stores, clock, audit }) => {
    // Changed by somebody else while we were hashing: what was given is no longer the current one.
    if (!(await stores.users.changePassword(id, change, timestamp(clock.now())))) throw wrongPassword();
    await stores.sessions.deleteOfUser(id, { except: sessionId });
    await audit.record({ type: 'change-password', metadata: { userId: id }, ...everywhere });
  });
};

export const endSession = (scope: Scope, sessionId: string): Promise<void> =>
  scope.transaction(async ({ stores, audit }) => {
    const { id: userId } = userOf(scope);
    if (!(await stores.sessions.deleteOneOfUser(userId, sessionId))) throw notFound('There is no such session.');
    await audit.record({ type: 'end-user-session', metadata: { userId, sessionId }, ...everywhere });
  });

export const endSessions = (scope: Scope): Promise<void> =>
  scope.transaction(async ({ stores, audit }) => {
    const { id: userId } = userOf(scope);
    await stores.sessions.deleteOfUser(userId);
    await audit.record({ type: 'end-user-sessions', metadata: { userId }, ...everywhere });
  });
