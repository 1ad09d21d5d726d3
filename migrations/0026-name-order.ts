import type { Knex } from 'knex';

/** Lists identities and projects in the order of their names, without sorting all of an organization. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('identities', (table) => void table.index(['organizationId', 'name', 'id']));
  await knex.schema.alterTable('projects', (table) => void table.index(['organizationId', 'name', 'id']));
};
