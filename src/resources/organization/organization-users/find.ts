import { userOf } from '../../../access/actor.ts';
import { badToken } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { UserRow } from './store.ts';

/** Finds the caller's account; 401 if it no longer exists. */
export const findOwnAccount = async (scope: Pick<Scope, 'actor' | 'stores'>): Promise<UserRow> => {
  const user = await scope.stores.users.findById(userOf(scope).id);
  // The account may be deleted after the token was checked.
  if (!user) throw badToken('This account no longer exists.');
  return user;
};
