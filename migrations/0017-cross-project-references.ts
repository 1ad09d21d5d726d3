import type { Knex } from 'knex';

/** References to secrets of other projects of the organization, and the origin of events in another project. */
export const up = async (knex: Knex): Promise<void> => {
  // A new table, because SQLite cannot change a primary key.
  await knex.schema.createTable('secret_references_new', (table) => {
    table.text('secretId').notNullable().references('id').inTable('secrets').onDelete('CASCADE');
    // The project of the secret that contains the reference.
    table.text('projectId').notNullable();
    // The referenced project; empty for the same project.
    table.text('projectSlug').notNullable();
    table.text('environment').notNullable();
    table.text('path').notNullable();
    table.text('key').notNullable();
    table.primary(['secretId', 'projectSlug', 'environment', 'path', 'key']);
  });
  const columns = ['secretId', 'projectId', 'projectSlug', 'environment', 'path', 'key'];
  const rows = knex('secret_references').select('secretId', 'projectId', knex.raw("''"), 'environment', 'path', 'key');
  await knex(knex.raw('?? (??, ??, ??, ??, ??, ??)', ['secret_references_new', ...columns])).insert(rows);
  await knex.schema.dropTable('secret_references');
  await knex.schema.renameTable('secret_references_new', 'secret_references');
  await knex.schema.alterTable('secret_references', (table) => {
    table.index(['projectId', 'projectSlug', 'environment', 'path']);
    table.index(['projectSlug', 'environment', 'path']);
  });

  await knex.schema.alterTable('project_events', (table) => void table.json('origins'));
};
