import type { Knex } from 'knex';

/** Rows that are written to find out whether there is room on the disk again. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('write_probe', (table) => {
    table.integer('id').primary();
    table.text('filler').notNullable();
  });
};
