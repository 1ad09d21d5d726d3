import { userOf } from '../../../access/actor.ts';
import type { Scope } from '../../../scope.ts';
import { tokenExpired } from '../access-tokens/authorize.ts';

/**
 * In a transaction: locks the caller's account, and throws 401 if the caller's session was ended since the request began.
 * Otherwise a request that was under way could add a way to sign in after all of them were removed.
 */
export const lockOwnAccount = async (tx: Scope): Promise<void> => {
  const { id, sessionId } = userOf(tx);
  await tx.stores.users.lock(id);
  if (!(await tx.stores.sessions.findPresented(sessionId, undefined))) throw tokenExpired();
};
