import type { Knex } from 'knex';

/** Machine identities that log in with the token of an OpenID provider. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('identity_oidc_auths', (table) => {
    table.text('id').primary();
    table.text('identityId').notNullable().unique().references('id').inTable('identities').onDelete('CASCADE');
    table.text('oidcDiscoveryUrl').notNullable();
    table.text('caCert').notNullable();
    table.text('boundIssuer').notNullable();
    table.text('boundAudiences').notNullable();
    table.text('boundSubject').notNullable();
    table.json('boundClaims').notNullable();
    table.json('claimMetadataMapping');
    table.bigInteger('accessTokenTTL').notNullable();
    table.bigInteger('accessTokenMaxTTL').notNullable();
    table.bigInteger('accessTokenNumUsesLimit').notNullable();
    table.json('accessTokenTrustedIps').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
  });

  // The claims of the token at login, for the conditions of rules.
  await knex.schema.alterTable('identity_access_tokens', (table) => void table.json('oidcClaims'));
};
