import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

export const table = 'identity_login_methods';

/** The methods whose configurations are in one table. */
export type StoredMethod =
  'kubernetes-auth' | 'jwt-auth' | 'tls-cert-auth' | 'aws-auth' | 'azure-auth' | 'gcp-auth' | 'ldap-auth';

/** Selects the methods of an identity, separated by commas, in queries that have the identity as `i`. */
export const loginMethods = (db: SqlBuilder) =>
  db(table).where('identityId', db.ref('i.id')).select(db.raw(`string_agg("method", ',')`)).as('loginMethods');

/** Selects the trusted addresses of the method of a token, which is `t` in the query. */
export const trustedIpsOfMethod = (db: SqlBuilder) =>
  db(table)
    .where({ identityId: db.ref('t.identityId'), method: db.ref('t.authMethod') })
    .select('accessTokenTrustedIps');
