import type { Knex } from 'knex';

/** Finds a project by its slug before the organization of the caller is known. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('projects', (table) => void table.index('slug'));
