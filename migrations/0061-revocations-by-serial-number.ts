import type { Knex } from 'knex';

/** Logins with certificates look up whether any authority has revoked a serial number. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('certificate_revocations', (table) => table.index(['serialNumber']));
};
