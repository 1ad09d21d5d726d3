import type { Knex } from 'knex';

/**
 * Since when entries of the audit log name all folders that values were read from. What happened before cannot show
 * that a permission was not used.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('audit_coverage', (table) => {
    table.text('since').notNullable();
  });
  await knex('audit_coverage').insert({ since: new Date().toISOString() });
};
