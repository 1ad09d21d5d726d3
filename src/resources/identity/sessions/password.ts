import { userOf } from '../../../access/actor.ts';
import type { loginFailures } from '../../../audit/events.ts';
import { badRequest, type ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';

/** The entry and the message for a password that is wrong. */
export interface WrongPassword {
  readonly type: (typeof loginFailures)[keyof typeof loginFailures];
  readonly message: string;
}

/** Records the wrong password of the caller, and returns the error. */
export const wrongPassword = (scope: Scope, { type, message }: WrongPassword): ServiceError => {
  const { id: userId, sessionId } = userOf(scope);
  // Passwords concern every organization of the user, so it is recorded without one.
  scope.audit.recordRefusal({
    type,
    reason: 'invalid_password',
    metadata: { userId, sessionId },
    organizationId: null,
  });
  return badRequest(message);
};

/** Returns the hash of the caller's password if it is this one; otherwise 400, and an entry in the audit log. */
export const requireOwnPassword = async (scope: Scope, password: string, wrong: WrongPassword): Promise<string> => {
  const passwordHash = (await scope.stores.users.findById(userOf(scope).id))?.passwordHash;
  const isRight = await scope.passwords.matches(password, passwordHash);
  if (!passwordHash || !isRight) throw wrongPassword(scope, wrong);
  return passwordHash;
};
