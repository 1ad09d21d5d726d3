import type { Knex } from 'knex';

/** The rotation of all keys, which can be interrupted at any time and continued later. */
export const up = async (knex: Knex): Promise<void> => {
  // One row: the running rotation, or the last one.
  await knex.schema.createTable('key_rotation', (table) => {
    table.integer('id').primary();
    table.text('rotationId').notNullable();
    table.text('startedAt').notNullable();
    table.text('finishedAt');
    table.text('error');
    // The node that works on it, as long as it renews this lease.
    table.text('runnerId');
    table.text('renewedAt').notNullable();
    table.integer('projectsDone').notNullable();
    table.integer('versionsDone').notNullable();
  });

  // The projects that are not finished yet.
  await knex.schema.createTable('key_rotation_projects', (table) => {
    table.text('projectId').primary().references('id').inTable('projects').onDelete('CASCADE');
    // The new key of the project; null until it is created.
    table.text('dataKeyId');
    // How many remain of those that existed at the start.
    table.integer('versions').notNullable();
  });

  // The hashing keys of earlier root keys, which may not be configured any more; encrypted with the current root key.
  await knex.schema.createTable('retired_root_keys', (table) => {
    table.text('id').primary();
    table.text('sealedHashingKey').notNullable();
    table.text('createdAt').notNullable();
  });
};
