import type { Knex } from 'knex';

/** Event streams about changes of secrets. */
export const up = async (knex: Knex): Promise<void> => {
  // The row is locked until the commit, so that numbers are in the order of commits.
  await knex.schema.createTable('project_event_counters', (table) => {
    table.text('projectId').primary().references('id').inTable('projects').onDelete('CASCADE');
    table.integer('sequence').notNullable();
  });

  // The outbox from which all nodes deliver; rows are stored for about a minute.
  await knex.schema.createTable('project_events', (table) => {
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.integer('sequence').notNullable();
    table.text('kind').notNullable();
    table.text('environment').notNullable();
    table.text('path').notNullable();
    table.json('keys').notNullable();
    table.text('createdAt').notNullable();
    table.primary(['projectId', 'sequence']);
    table.index('createdAt');
  });

  // The number of open streams of each node; rows that are not renewed do not count.
  await knex.schema.createTable('event_stream_counts', (table) => {
    table.text('nodeId').notNullable();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.integer('count').notNullable();
    table.text('renewedAt').notNullable();
    table.primary(['projectId', 'nodeId']);
    table.index('renewedAt');
  });
};
