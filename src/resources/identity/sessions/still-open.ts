import { userOf } from '../../../access/actor.ts';
import type { Scope } from '../../../scope.ts';
import { tokenExpired } from '../access-tokens/authorize.ts';

/**
 * In a transaction of the caller's account: throws 401 if the caller's session was ended since the request began.
 * Otherwise a request that was under way could add a way to sign in after all of them were removed.
 */
export const requireStillOpen = async (tx: Scope): Promise<void> => {
  if (!(await tx.stores.sessions.findPresented(userOf(tx).sessionId, undefined))) throw tokenExpired();
};
