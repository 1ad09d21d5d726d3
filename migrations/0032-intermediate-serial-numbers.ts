import type { Knex } from 'knex';

/**
 * The serial numbers of the authority certificates that an authority signed, also those whose keys are not stored
 * here, so that its OCSP responder knows them.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('intermediate_serial_numbers', (table) => {
    table.text('authorityId').notNullable().references('id').inTable('certificate_authorities').onDelete('CASCADE');
    table.text('serialNumber').notNullable();
    table.primary(['authorityId', 'serialNumber']);
  });
  await knex.raw(
    `insert into intermediate_serial_numbers ("authorityId", "serialNumber")
     select distinct a."parentId", c."serialNumber"
     from authority_certificates c join certificate_authorities a on a.id = c."authorityId"
     where a."parentId" is not null`,
  );
};
