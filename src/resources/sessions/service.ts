import type { Request } from '../../contract.ts';
import { secondsAfter, timestamp } from '../../platform/clock.ts';
import { badRequest } from '../../platform/errors.ts';
import type { PublicScope } from '../../scope.ts';
import type { SessionRow } from './store.ts';

const invalidCredentials = () => badRequest('Invalid credentials.');

/** A new session of whom the credentials belong to. */
export const openSession = async (scope: PublicScope, { email, password }: Request<'login'>['body']): Promise<SessionRow> => {
  const user = await scope.stores.users.findByUsername(email.trim().toLowerCase());
  const passwordHash = user?.passwordHash;
  const isRight = await scope.passwords.matches(password, passwordHash);
  if (!user || !passwordHash || !isRight) throw invalidCredentials();
  const now = scope.clock.now();
  const session: SessionRow = {
    id: scope.ids.uuid(),
    userId: user.id,
    ip: scope.caller.ip,
    userAgent: scope.caller.userAgent,
    createdAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, scope.config.userTokenTtl)),
  };
  await scope.transaction(async ({ stores }) => {
    // A new password ends the sessions of the old one, and must not miss one that is just beginning.
    if (!(await stores.users.lockPassword(user.id, passwordHash))) throw invalidCredentials();
    await stores.sessions.insert(session);
  });
  return session;
};
