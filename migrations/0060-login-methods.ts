import type { Knex } from 'knex';

/** Machine identities that log in with what something else vouches for: a key set, the API server of a cluster. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('identity_login_methods', (table) => {
    table.text('id').primary();
    table.text('identityId').notNullable().references('id').inTable('identities').onDelete('CASCADE');
    // Such as jwt-auth; an identity has each method at most once.
    table.text('method').notNullable();
    // What differs from method to method.
    table.json('settings').notNullable();
    // The secret that the server needs to ask, encrypted; null if there is none.
    table.text('sealedSecret');
    table.bigInteger('accessTokenTTL').notNullable();
    table.bigInteger('accessTokenMaxTTL').notNullable();
    table.bigInteger('accessTokenNumUsesLimit').notNullable();
    table.json('accessTokenTrustedIps').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['identityId', 'method']);
  });

  // What the login proved, for the conditions of rules; the claims of OIDC auth are in oidcClaims.
  await knex.schema.alterTable('identity_access_tokens', (table) => void table.json('loginValues'));
};
