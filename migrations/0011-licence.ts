import type { Knex } from 'knex';

/** The evaluation licence that a new server grants itself, once. */
export const up = async (knex: Knex): Promise<void> => {
  // One row in a database that was created by this version or a later one; none in an older database.
  await knex.schema.createTable('evaluation_licence', (table) => {
    table.integer('id').primary();
    // Null until it is granted.
    table.text('grantedAt');
    table.text('expiresAt');
  });
  // Every server that has started before has written this table, after all migrations.
  const isNew = (await knex('instance').first('id')) === undefined;
  if (isNew) await knex('evaluation_licence').insert({ id: 1, grantedAt: null, expiresAt: null });
};
