import type { Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** The ends of the last lockouts of any address; null if there are none. */
export interface LockoutColumns {
  lockedUntil: Timestamp | null;
  ldapLockedUntil: Timestamp | null;
}

/** Selects `LockoutColumns` in queries that have the identity as `i` and the universal auth as `ua`. */
export const lockouts = (db: SqlBuilder) => [
  db('universal_auth_failed_logins').where('universalAuthId', db.ref('ua.id')).max('lockedUntil').as('lockedUntil'),
  db('login_method_failed_logins as f')
    .join('identity_login_methods as lm', 'lm.id', 'f.loginMethodId')
    .where('lm.identityId', db.ref('i.id'))
    .max('f.lockedUntil')
    .as('ldapLockedUntil'),
];
