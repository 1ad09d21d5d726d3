import type { Request } from '../../contract.ts';
import { badRequest } from '../../platform/errors.ts';
import type { PublicScope } from '../../scope.ts';
import { newSession } from './new.ts';
import type { SessionRow } from './store.ts';

const invalidCredentials = () => badRequest('Invalid credentials.');

/** A new session of whom the credentials belong to. */
export const openSession = async (scope: PublicScope, { email, password }: Request<'login'>['body']): Promise<SessionRow> => {
  const user = await scope.stores.users.findByUsername(email.trim().toLowerCase());
  const passwordHash = user?.passwordHash;
  const isRight = await scope.passwords.matches(password, passwordHash);
  if (!user || !passwordHash || !isRight) throw invalidCredentials();
  const session = newSession(scope, user.id);
  await scope.transaction(async ({ stores }) => {
    // A new password ends the sessions of the old one, and must not miss one that is just beginning.
    if (!(await stores.users.lockPassword(user.id, passwordHash))) throw invalidCredentials();
    await stores.sessions.insert(session);
  });
  return session;
};
