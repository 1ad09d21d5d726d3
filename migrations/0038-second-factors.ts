import type { Knex } from 'knex';

/** The second factors of users, and which organizations require one. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('second_factors', (table) => {
    table.text('userId').primary().references('id').inTable('users').onDelete('CASCADE');
    table.boolean('isEnabled').notNullable();
    table.text('selectedMethod');
    // Encrypted with the root key.
    table.text('sealedTotpSecret');
    table.boolean('isTotpVerified').notNullable();
    // The step of time of the last code that was used: it and earlier ones are refused.
    table.bigInteger('lastTotpStep');
    table.text('updatedAt').notNullable();
  });
  await knex.schema.createTable('recovery_codes', (table) => {
    table.text('userId').notNullable().references('id').inTable('users').onDelete('CASCADE');
    table.text('codeHash').notNullable();
    table.primary(['userId', 'codeHash']);
  });
  await knex.schema.createTable('second_factor_failures', (table) => {
    table.text('userId').notNullable().references('id').inTable('users').onDelete('CASCADE');
    // Empty for the sum over all addresses.
    table.text('address').notNullable();
    table.integer('failures').notNullable();
    table.text('lockedUntil');
    table.text('expiresAt').notNullable();
    table.primary(['userId', 'address']);
    table.index('expiresAt');
  });
  await knex.schema.alterTable('organizations', (table) => {
    table.boolean('enforceMfa').notNullable().defaultTo(false);
  });
};
