import type { Knex } from 'knex';

/** Certificate authorities, their certificates, and revocations. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('certificate_authorities', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('kind').notNullable();
    table.text('status').notNullable();
    table.text('friendlyName').notNullable();
    table.text('commonName').notNullable();
    table.text('organization').notNullable();
    table.text('organizationalUnit').notNullable();
    table.text('country').notNullable();
    table.text('province').notNullable();
    table.text('locality').notNullable();
    table.text('keyAlgorithm').notNullable();
    // Null for no limit on the levels of authorities below.
    table.integer('maxPathLength');
    table.text('notBefore');
    table.text('notAfter');
    table.text('parentId').references('id').inTable('certificate_authorities').onDelete('SET NULL');
    // Additional distribution points, besides our own revocation list.
    table.json('crlDistributionPointUrls').notNullable();
    // The current certificate of the authority; null until it has one.
    table.text('activeCertificateId');
    // Incremented with each revocation, so that an outdated list is noticed.
    table.integer('revocations').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.text('dataKeyId').notNullable();
    table.text('sealedKey').notNullable();
    table.unique(['projectId', 'name']);
    table.index('parentId');
    table.index(['dataKeyId', 'id']);
  });

  await knex.schema.createTable('authority_certificates', (table) => {
    table.text('id').primary();
    table.text('authorityId').notNullable().references('id').inTable('certificate_authorities').onDelete('CASCADE');
    table.integer('version').notNullable();
    table.text('serialNumber').notNullable();
    table.text('notBefore').notNullable();
    table.text('notAfter').notNullable();
    table.text('createdAt').notNullable();
    table.text('certificate').notNullable();
    // The certificates of the authorities above; empty for a root.
    table.text('chain').notNullable();
    table.unique(['authorityId', 'version']);
  });

  await knex.schema.createTable('revocation_lists', (table) => {
    // The revocation lists that certificates point to, created with the authority.
    table.text('id').primary();
    table
      .text('authorityId')
      .notNullable()
      .unique()
      .references('id')
      .inTable('certificate_authorities')
      .onDelete('CASCADE');
    // The last assigned number.
    table.integer('lastNumber').notNullable();
    // The data of the list below; null until there is one.
    table.integer('number');
    table.integer('revocations');
    table.text('nextUpdate');
    // DER, in base64.
    table.text('list');
  });

  // A separate table, because a revoked certificate may be deleted here and still be in use elsewhere.
  await knex.schema.createTable('certificate_revocations', (table) => {
    table.text('authorityId').notNullable().references('id').inTable('certificate_authorities').onDelete('CASCADE');
    table.text('serialNumber').notNullable();
    table.text('revokedAt').notNullable();
    table.text('reason').notNullable();
    // The end of validity of the certificate.
    table.text('notAfter').notNullable();
    table.primary(['authorityId', 'serialNumber']);
  });

  await knex.schema.createTable('certificates', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('authorityId').notNullable().references('id').inTable('certificate_authorities').onDelete('CASCADE');
    // The certificate of the authority that signed it.
    table
      .text('authorityCertificateId')
      .notNullable()
      .references('id')
      .inTable('authority_certificates')
      .onDelete('CASCADE');
    table.text('serialNumber').notNullable();
    table.text('friendlyName').notNullable();
    table.text('commonName').notNullable();
    table.text('altNames').notNullable();
    table.text('keyAlgorithm').notNullable();
    table.json('keyUsages').notNullable();
    table.json('extendedKeyUsages').notNullable();
    table.json('metadata').notNullable();
    table.text('notBefore').notNullable();
    table.text('notAfter').notNullable();
    table.text('revokedAt');
    table.text('revocationReason');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.text('certificate').notNullable();
    // Both null if the key was generated elsewhere.
    table.text('dataKeyId');
    table.text('sealedKey');
    table.unique(['authorityId', 'serialNumber']);
    // Older clients identify a certificate by it alone.
    table.index('serialNumber');
    table.index(['projectId', 'createdAt', 'id']);
    table.index('authorityCertificateId');
    table.index(['dataKeyId', 'id']);
  });
};
