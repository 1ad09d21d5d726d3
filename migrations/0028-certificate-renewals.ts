import type { Knex } from 'knex';

/**
 * Links a certificate with the one that it renews, in both directions. Both belong to one authority, so that only
 * deleting one of them has to clear a link.
 */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('certificates', (table) => {
    table.text('renewedFromCertificateId');
    table.text('renewedByCertificateId');
  });
