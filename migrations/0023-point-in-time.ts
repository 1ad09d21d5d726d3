import type { Knex } from 'knex';

/** Messages of changes, and the time since which the contents of folders are recorded. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('folder_change_messages', (table) => {
    table.text('changeId').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('message').notNullable();
    table.index('projectId');
  });

  await knex.schema.createTable('folder_history', (table) => void table.text('startedAt').notNullable());
  await knex('folder_history').insert({ startedAt: new Date().toISOString() });
};
