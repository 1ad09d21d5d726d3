import type { Knex } from 'knex';

/** The audit log. Entries reference objects without foreign keys, because they outlive them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('audit_log_entries', (table) => {
    table.text('id').primary();
    // Null for a user login, which concerns all organizations of the user.
    table.text('organizationId');
    table.text('projectId');
    table.text('projectName');
    table.text('eventType').notNullable();
    table.json('eventMetadata').notNullable();
    table.text('actorType').notNullable();
    table.text('actorId');
    table.json('actorMetadata').notNullable();
    table.text('operation').notNullable();
    table.text('requestId').notNullable();
    table.text('ipAddress').notNullable();
    table.text('userAgent').notNullable();
    table.text('userAgentType').notNullable();
    // How often the same event was repeated within a minute.
    table.integer('repeats').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.text('expiresAt').notNullable();
    table.index(['organizationId', 'createdAt']);
    table.index(['projectId', 'createdAt']);
    table.index(['actorId', 'createdAt']);
    table.index('expiresAt');
  });
};
