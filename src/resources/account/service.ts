import { userOf } from '../../access/actor.ts';
import type { Request } from '../../contract.ts';
import { timestamp } from '../../platform/clock.ts';
import { badRequest, badToken } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import type { UserRow } from '../users/store.ts';

export const findOwnAccount = async (scope: Pick<Scope, 'actor' | 'stores'>): Promise<UserRow> => {
  const user = await scope.stores.users.findById(userOf(scope).id);
  // Deleted between the look at the token and this one.
  if (!user) throw badToken('This account no longer exists.');
  return user;
};

const wrongPassword = () => badRequest('The current password is wrong.');

/** Whoever may have learnt the old password is out: only the session that asks goes on. */
export const changePassword = async (scope: Scope, { currentPassword, newPassword }: Request<'changeOwnPassword'>['body']): Promise<void> => {
  const { id, sessionId } = userOf(scope);
  const user = await scope.stores.users.findById(id);
  const isRight = await scope.passwords.matches(currentPassword, user?.passwordHash);
  if (!user?.passwordHash || !isRight) throw wrongPassword();
  const change = { from: user.passwordHash, to: await scope.passwords.hash(newPassword) };
  await scope.transaction(async ({ stores, clock }) => {
    // Changed by somebody else while we were hashing: what was given is no longer the current one.
    if (!(await stores.users.changePassword(id, change, timestamp(clock.now())))) throw wrongPassword();
    await stores.sessions.deleteOfUser(id, { except: sessionId });
  });
};
