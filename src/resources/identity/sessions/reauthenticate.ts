import { userOf } from '../../../access/actor.ts';
import { loginFailures } from '../../../audit/events.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

const wrongPassword = () => badRequest('The password is wrong.');

/** A sign-in concerns every organization of the user, so it is recorded without one. */
const noOrganization = { organizationId: null };

/** Counts as a sign-in of the caller's session now, and returns the time; 400 if the password is wrong. */
export const confirmPassword = async (scope: Scope, password: string): Promise<Timestamp> => {
  const { id, sessionId } = userOf(scope);
  const user = await scope.stores.users.findById(id);
  const passwordHash = user?.passwordHash;
  const isRight = await scope.passwords.matches(password, passwordHash);
  if (!passwordHash || !isRight) {
    scope.audit.recordRefusal({
      type: loginFailures.reauthentication,
      reason: 'invalid_password',
      metadata: { userId: id, sessionId },
      ...noOrganization,
    });
    throw wrongPassword();
  }
  const authenticatedAt = timestamp(scope.clock.now());
  await scope.transaction(async ({ stores, audit }) => {
    // The password was changed while this request was hashing.
    if (!(await stores.users.lockPassword(id, passwordHash))) throw wrongPassword();
    await stores.sessions.renewSignIn(sessionId, { authenticatedAt });
    await audit.record({ type: 'reauthenticate', metadata: { userId: id, sessionId }, ...noOrganization });
  });
  return authenticatedAt;
};
