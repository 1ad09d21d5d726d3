import type { Knex } from 'knex';

/** The passkeys of users, and the challenges that they sign. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('passkeys', (table) => {
    table.text('id').primary();
    table.text('userId').notNullable().references('id').inTable('users').onDelete('CASCADE');
    table.text('credentialId').notNullable().unique();
    table.text('publicKey').notNullable();
    // How often it was used, as the authenticator says; 0 if it does not count.
    table.bigInteger('counter').notNullable();
    table.json('transports').notNullable();
    table.text('name').notNullable();
    table.text('createdAt').notNullable();
    table.text('lastUsedAt');
    table.index('userId');
  });
  // One for each session and purpose.
  await knex.schema.createTable('passkey_challenges', (table) => {
    table.text('sessionId').notNullable().references('id').inTable('user_sessions').onDelete('CASCADE');
    table.text('purpose').notNullable();
    table.text('challenge').notNullable();
    table.text('expiresAt').notNullable();
    table.primary(['sessionId', 'purpose']);
  });
  // Challenges of logins are in a cookie; only used ones are stored, until they expire.
  await knex.schema.createTable('used_passkey_challenges', (table) => {
    table.text('challenge').primary();
    table.text('expiresAt').notNullable().index();
  });
};
