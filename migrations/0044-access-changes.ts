import type { Knex } from 'knex';

/** The latest changes of permissions that concern one member each; other members need not read their rules again. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('projects', (table) => void table.text('accessChanges').notNullable().defaultTo(''));
