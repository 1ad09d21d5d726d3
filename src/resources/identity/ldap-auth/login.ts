import type { Request } from '../../../contract.ts';
import { clientNetwork } from '../../../platform/addresses.ts';
import { timestamp } from '../../../platform/clock.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { ofIdentity } from '../../../transaction-keys.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { countFailure, isLocked } from '../lockouts/lockout.ts';
import type { FailedLoginsRow } from '../lockouts/store.ts';
import { logIn } from '../login-methods/login.ts';
import type { ForLogin } from '../login-methods/store.ts';
import { authenticate, callOf, WrongCredentials } from './directory.ts';
import { ldapAuth } from './method.ts';
import type { LdapAuthRow } from './store.ts';

type Auth = ForLogin<LdapAuthRow>;

const keyOf = ({ identityId: id, organizationId }: Auth) => ofIdentity({ id, organizationId });

/** Whether the audit log can show the address. */
const isShort = (address: string): boolean => address.length <= 320 && !address.includes('\0');

/** Finds the failures from the caller's address, unless it is locked out. */
const requireUnlocked = async (
  { stores, clock, caller }: PublicScope,
  auth: Auth,
): Promise<FailedLoginsRow | undefined> => {
  const failures = await stores.failedLdapLogins.find(auth.id, clientNetwork(caller.ip));
  if (isLocked(auth, failures, timestamp(clock.now())))
    throw new Refused('temporarily_locked', 'Too many logins from this address have failed; it is locked temporarily.');
  return failures;
};

const count = (scope: PublicScope, auth: Auth): Promise<void> =>
  scope.transaction(keyOf(auth), async ({ stores, clock, caller }) => {
    const current = await stores.ldapAuths.findByIdentity(auth.identityId);
    if (current?.id !== auth.id || !current.lockoutEnabled) return;
    const previous = await stores.failedLdapLogins.find(auth.id, clientNetwork(caller.ip));
    await countFailure({ failedLogins: stores.failedLdapLogins, caller }, current, previous, clock.now());
  });

const forget = (scope: PublicScope, auth: Auth, { address }: FailedLoginsRow): Promise<void> =>
  scope.transaction(keyOf(auth), ({ stores }) => stores.failedLdapLogins.delete(auth.id, address));

/**
 * One login at a time for each address, from before its lock is looked up until its failure is counted, so that many at
 * once are not more guesses.
 */
const prove = (scope: PublicScope, auth: Auth, credentials: { username: string; password: string }) =>
  scope.outgoing.exclusively(callOf(scope, auth), async (signal) => {
    const failures = await requireUnlocked(scope, auth);
    try {
      const entry = await authenticate(scope, auth, credentials, signal);
      if (failures) await forget(scope, auth, failures);
      return entry;
    } catch (error) {
      if (error instanceof WrongCredentials && auth.lockoutEnabled) await count(scope, auth);
      throw error;
    }
  });

export const login = (scope: PublicScope, body: Request<'loginWithLdapAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, ldapAuth, body, async (auth) => {
    const [username, password] = [body.username.trim(), body.password.trim()];
    const { attributes } = await prove(scope, auth, { username, password });
    const ldapEmail = attributes.get('mail')?.find(isShort);
    return { metadata: { ldapUsername: username, ...(ldapEmail !== undefined && { ldapEmail }) } };
  });
