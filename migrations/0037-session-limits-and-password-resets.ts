import type { Knex } from 'knex';

/**
 * How long sessions may be used in an organization, the longest pause in the use of a session since its sign-in, and the
 * pending resets of passwords.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('organizations', (table) => {
    table.integer('sessionIdleMinutes');
    table.integer('sessionMaxMinutes');
  });
  await knex.schema.alterTable('user_sessions', (table) => {
    table.integer('longestIdleSeconds').notNullable().defaultTo(0);
  });
  await knex.schema.createTable('password_resets', (table) => {
    table.text('userId').primary().references('id').inTable('users').onDelete('CASCADE');
    // The keyed hash of the code or token that is valid now.
    table.text('codeHash').notNullable();
    // The name of the administrator who created the link; null if the user asked for it.
    table.text('createdBy');
    table.text('createdAt').notNullable();
    table.text('expiresAt').notNullable();
    table.index('expiresAt');
  });
};
