import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { ofIdentity } from '../../../transaction-keys.ts';
import { requireBoundaryOf } from '../identities/guard.ts';
import { findConfiguration, notAttached } from '../login-methods/method.ts';
import { ldapAuth } from './method.ts';

/** Lifts the locks of all addresses, and returns how many there were. */
export const clearLockouts = async (scope: Scope, identityId: string): Promise<number> => {
  const { identity } = await findConfiguration(scope, ldapAuth, identityId);
  await requireBoundaryOf(scope, identity);
  return scope.transaction(ofIdentity(identity), async ({ stores, audit, clock }) => {
    const auth = await stores.ldapAuths.findByIdentity(identity.id);
    if (!auth) throw notAttached(ldapAuth);
    const locked = await stores.failedLdapLogins.countLocked(auth.id, timestamp(clock.now()));
    await stores.failedLdapLogins.deleteAll(auth.id);
    await audit.record({ type: 'clear-identity-ldap-auth-lockouts', metadata: { identityId: identity.id } });
    return locked;
  });
};
