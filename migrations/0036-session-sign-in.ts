import type { Knex } from 'knex';

/**
 * How and when somebody signed in, and when the session was used last. Sessions that are older were all opened with a
 * password. `providerId` and `providerSessionId` name the identity provider and its own session, if one vouched for it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user_sessions', (table) => {
    table.text('authMethod').notNullable().defaultTo('email');
    table.text('mfaMethod');
    table.text('authenticatedAt').notNullable().defaultTo('');
    table.text('lastUsedAt').notNullable().defaultTo('');
    table.text('providerId');
    table.text('providerSessionId');
    table.index('providerSessionId');
  });
  await knex('user_sessions').update({ authenticatedAt: knex.ref('createdAt'), lastUsedAt: knex.ref('createdAt') });
};
