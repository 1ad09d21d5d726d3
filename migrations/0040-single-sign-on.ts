import type { Knex } from 'knex';

/**
 * The OpenID provider of each organization, the people that it vouches for, and what may be used only once. Sessions name
 * the provider that opened them; organizations repeat its id, so that every request can compare the two.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('single_sign_on_providers', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().unique().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('configurationType').notNullable();
    // Empty if the provider is described by the addresses below, which are empty otherwise.
    table.text('discoveryUrl').notNullable();
    table.text('issuer').notNullable();
    table.text('authorizationEndpoint').notNullable();
    table.text('jwksUri').notNullable();
    table.text('tokenEndpoint').notNullable();
    table.text('userinfoEndpoint').notNullable();
    // The issuer without a trailing slash, wherever it comes from, to find the provider of a logout token.
    table.text('issuerKey').notNullable();
    table.text('clientId').notNullable();
    // Encrypted with the root key, because organizations have no data key.
    table.text('sealedClientSecret').notNullable();
    table.boolean('isActive').notNullable();
    table.text('allowedEmailDomains').notNullable();
    table.boolean('manageGroupMemberships').notNullable();
    table.text('jwtSignatureAlgorithm').notNullable();
    // The role of people who sign in for the first time, as in organization_memberships. A role that is gone grants
    // nothing.
    table.text('role').notNullable();
    table.text('roleId');
    // Since the provider was last changed; null if nobody has signed in with it.
    table.text('lastUsedAt');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index(['issuerKey', 'clientId']);
  });

  // A person at a provider is the issuer and the subject, never the e-mail address.
  await knex.schema.createTable('single_sign_on_links', (table) => {
    table.text('id').primary();
    table.text('providerId').notNullable().references('id').inTable('single_sign_on_providers').onDelete('CASCADE');
    table.text('issuer').notNullable();
    table.text('subject').notNullable();
    table.text('userId').notNullable().references('id').inTable('users').onDelete('CASCADE');
    table.text('createdAt').notNullable();
    table.unique(['providerId', 'issuer', 'subject']);
    table.unique(['providerId', 'issuer', 'userId']);
    table.index('userId');
  });

  // Sign-ins, questions and logout tokens that were used, until they expire anyway.
  await knex.schema.createTable('single_sign_on_uses', (table) => {
    table.text('id').primary();
    table.text('expiresAt').notNullable();
    table.index('expiresAt');
  });
};
