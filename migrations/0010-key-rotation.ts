import type { Knex } from 'knex';

/** The rotation of all keys, which may be interrupted at any moment and continued later. */
export const up = async (knex: Knex): Promise<void> => {
  // One row: the rotation under way, or the last one.
  await knex.schema.createTable('key_rotation', (table) => {
    table.integer('id').primary();
    table.text('rotationId').notNullable();
    table.text('startedAt').notNullable();
    table.text('finishedAt');
    table.text('error');
    // Who works on it, for as long as they say so often enough.
    table.text('runnerId');
    table.text('renewedAt').notNullable();
    table.integer('projectsDone').notNullable();
    table.integer('versionsDone').notNullable();
  });

  // The projects that it has yet to finish.
  await knex.schema.createTable('key_rotation_projects', (table) => {
    table.text('projectId').primary().references('id').inTable('projects').onDelete('CASCADE');
    // The project's new key; null until it has one.
    table.text('dataKeyId');
    // How many are left, as far as they were there at the beginning.
    table.integer('versions').notNullable();
  });

  // What is left of root keys that may not be listed any more: the key that they hashed with, sealed under the present
  // one.
  await knex.schema.createTable('retired_root_keys', (table) => {
    table.text('id').primary();
    table.text('sealedHashingKey').notNullable();
    table.text('createdAt').notNullable();
  });
};
