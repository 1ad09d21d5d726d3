import type { Knex } from 'knex';

/** The lifetime of user tokens in an organization, if it is shorter than that of the server. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('organizations', (table) => {
    table.text('userTokenExpiration');
  });
};
