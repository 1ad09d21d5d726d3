import type { Knex } from 'knex';

/** The large imports that run, and the last ones. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('import_runs', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('actorType').notNullable();
    table.text('actorId').notNullable();
    table.text('actorName').notNullable();
    table.integer('secrets').notNullable();
    table.integer('prepared').notNullable();
    table.integer('written').notNullable();
    table.text('startedAt').notNullable();
    // When its node last reported how far it is.
    table.text('reportedAt').notNullable();
    // Both null until it ends.
    table.text('finishedAt');
    table.text('outcome');
    table.index('startedAt');
    table.index(['projectId', 'actorId']);
  });
};
