import type { Knex } from 'knex';

/** How the console shows an environment, and whether it asks for its name before a change. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('project_environments', (table) => {
    // Null: the console chooses one.
    table.text('color');
    table.boolean('isProtected').notNullable().defaultTo(false);
  });
