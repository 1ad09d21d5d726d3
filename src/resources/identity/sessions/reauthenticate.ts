import { userOf } from '../../../access/actor.ts';
import { loginFailures } from '../../../audit/events.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { requireOwnPassword, wrongPassword } from './password.ts';
import { ofAccount } from '../../../transaction-keys.ts';

const wrong = { type: loginFailures.reauthentication, message: 'The password is wrong.' };

/** Counts as a sign-in of the caller's session now, and returns the time; 400 if the password is wrong. */
export const confirmPassword = async (scope: Scope, password: string): Promise<Timestamp> => {
  const { id, sessionId } = userOf(scope);
  const passwordHash = await requireOwnPassword(scope, password, wrong);
  const authenticatedAt = timestamp(scope.clock.now());
  const isConfirmed = await scope.transaction(ofAccount(id), async ({ stores, audit }) => {
    // The password was changed while this request was hashing.
    if ((await stores.users.findById(id))?.passwordHash !== passwordHash) return false;
    await stores.sessions.renewSignIn(sessionId, { authenticatedAt });
    // A sign-in concerns every organization of the user, so it is recorded without one.
    await audit.record({ type: 'reauthenticate', metadata: { userId: id, sessionId }, organizationId: null });
    return true;
  });
  if (!isConfirmed) throw wrongPassword(scope, wrong);
  return authenticatedAt;
};
