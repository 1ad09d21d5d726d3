import type { Knex } from 'knex';

/**
 * How long entries of the audit log of an organization's projects are kept at least. Projects have a copy, because an
 * entry is written with nothing but the row of its project.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const name of ['organizations', 'projects'])
    await knex.schema.alterTable(name, (table) => void table.integer('leastAuditLogsRetentionDays'));
};
