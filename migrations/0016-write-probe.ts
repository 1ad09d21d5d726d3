import type { Knex } from 'knex';

/** Rows that are written to test whether the disk has free space again. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('write_probe', (table) => {
    table.integer('id').primary();
    table.text('filler').notNullable();
  });
};
