import type { Knex } from 'knex';

/** How long tokens of users last in an organization, if it wants them shorter than the server does. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('organizations', (table) => {
    table.text('userTokenExpiration');
  });
};
