import type { Knex } from 'knex';

/** Finds the certificates of a project that end next without reading all of them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('certificates', (table) => table.index(['projectId', 'notAfter', 'id']));
};
