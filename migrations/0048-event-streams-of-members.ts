import type { Knex } from 'knex';

/** The open event streams of each member on each node; they end with the count of the node. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.createTable('event_stream_member_counts', (table) => {
    table.text('nodeId').notNullable();
    table.text('projectId').notNullable();
    // A user or an identity; not a reference, because streams are counted until they have ended.
    table.text('memberId').notNullable();
    table.integer('count').notNullable();
    table.primary(['projectId', 'nodeId', 'memberId']);
    table
      .foreign(['projectId', 'nodeId'])
      .references(['projectId', 'nodeId'])
      .inTable('event_stream_counts')
      .onDelete('CASCADE');
  });
