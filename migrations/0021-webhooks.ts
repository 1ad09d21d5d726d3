import type { Knex } from 'knex';

/** Requests to other servers about changes of secrets: their targets, and the queue from which all nodes deliver. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('webhooks', (table) => {
    table.text('id').primary();
    // Tells with every change of a secret whether anybody could be notified of it, without reading the project's
    // imports.
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    table.text('secretPath').notNullable();
    table.text('type').notNullable();
    table.json('eventsFilter').notNullable();
    table.boolean('isDisabled').notNullable();
    table.text('dataKeyId').notNullable();
    table.text('sealedUrl').notNullable();
    // Null without a signing key.
    table.text('sealedSecret');
    // Who created, enabled or changed it last: changes in other projects are sent only if this member may read there.
    table.text('authorizedBy').notNullable();
    table.text('authorizedByType').notNullable();
    table.text('lastStatus');
    table.text('lastRunErrorMessage');
    // The failed attempts since the last success, and when the first of them was.
    table.integer('failures').notNullable();
    table.text('failingSince');
    // Null if nothing waits to be sent.
    table.text('nextAttemptAt');
    // The node that is sending, and when another one may take over.
    table.text('leasedBy');
    table.text('leasedUntil');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index('organizationId');
    table.index(['projectId', 'createdAt']);
    table.index('environmentId');
    table.index('nextAttemptAt');
    table.index(['dataKeyId', 'id']);
  });

  // Written with each change; a few seconds later it becomes a delivery of each webhook that matches.
  await knex.schema.createTable('webhook_changes', (table) => {
    table.bigIncrements('id');
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    // The folder may be deleted meanwhile.
    table.text('folderId').notNullable();
    table.text('path').notNullable();
    table.text('event').notNullable();
    // `changed` itself, or only `shown` there through imports and references.
    table.text('kind').notNullable();
    table.text('secretName');
    table.text('changedBy');
    table.text('changedByActorType');
    // The changed folder of another project.
    table.text('originProjectId');
    table.text('originEnvironment');
    table.text('originPath');
    table.text('createdAt').notNullable();
    table.index('projectId');
    table.index('environmentId');
  });

  // The queue of each webhook, and the log of what was sent last.
  await knex.schema.createTable('webhook_deliveries', (table) => {
    table.bigIncrements('id');
    table.text('webhookId').notNullable().references('id').inTable('webhooks').onDelete('CASCADE');
    table.text('event').notNullable();
    table.text('path').notNullable();
    table.text('secretName');
    table.text('changedBy');
    table.text('changedByActorType');
    table.text('status').notNullable();
    table.integer('attempts').notNullable();
    table.integer('responseStatus');
    table.text('errorMessage');
    table.text('createdAt').notNullable();
    table.text('lastAttemptAt');
    table.index(['webhookId', 'status', 'id']);
    table.index('status');
  });

  // The node that turns changes into deliveries, so that their order is the same for all, and when another one may.
  await knex.schema.createTable('webhook_queue', (table) => {
    table.integer('id').primary();
    table.text('leasedBy');
    table.text('leasedUntil');
  });
  await knex('webhook_queue').insert({ id: 1 });
};
