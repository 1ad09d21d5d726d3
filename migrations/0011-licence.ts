import type { Knex } from 'knex';

/** The evaluation licence that a new server grants itself, once. */
export const up = async (knex: Knex): Promise<void> => {
  // One row in a database that begins with this version or a later one; none in a database that is older.
  await knex.schema.createTable('evaluation_licence', (table) => {
    table.integer('id').primary();
    // Null until it is granted.
    table.text('grantedAt');
    table.text('expiresAt');
  });
  // Every server that has ever started has written here, after all migrations.
  const isNew = (await knex('instance').first('id')) === undefined;
  if (isNew) await knex('evaluation_licence').insert({ id: 1, grantedAt: null, expiresAt: null });
};
