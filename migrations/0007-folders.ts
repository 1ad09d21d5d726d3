import type { Knex } from 'knex';

/** The folders of environments, which contain secrets. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('secret_folders', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    // Null for the root folder of an environment.
    table.text('parentId').references('id').inTable('secret_folders').onDelete('CASCADE');
    table.text('name').notNullable();
    // The full path, "/" for the root; derived from the names, and stored so that a folder is found with one lookup.
    table.text('path').notNullable();
    table.text('description');
    table.integer('version').notNullable();
    table.text('lastSecretModified');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['environmentId', 'path']);
    table.index('parentId');
    table.index('projectId');
  });

  // The root has the id of its environment.
  const columns = ['id', 'projectId', 'environmentId', 'name', 'path', 'version', 'createdAt', 'updatedAt'];
  const roots = knex('project_environments').select(
    'id',
    'projectId',
    'id',
    knex.raw("'root'"),
    knex.raw("'/'"),
    knex.raw('1'),
    'createdAt',
    'createdAt',
  );
  await knex(knex.raw('?? (??, ??, ??, ??, ??, ??, ??, ??)', ['secret_folders', ...columns])).insert(roots);
};
