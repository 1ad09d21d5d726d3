import type { Knex } from 'knex';

/** What tells of changes of secrets as they happen. */
export const up = async (knex: Knex): Promise<void> => {
  // Its row is held until the commit, so that the order of the numbers is the order of the commits.
  await knex.schema.createTable('project_event_counters', (table) => {
    table.text('projectId').primary().references('id').inTable('projects').onDelete('CASCADE');
    table.integer('sequence').notNullable();
  });

  // For nodes to deliver from; kept for about a minute.
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

  // How many streams each node has open; one that says so no more does not count.
  await knex.schema.createTable('event_stream_counts', (table) => {
    table.text('nodeId').notNullable();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.integer('count').notNullable();
    table.text('renewedAt').notNullable();
    table.primary(['projectId', 'nodeId']);
    table.index('renewedAt');
  });
};
