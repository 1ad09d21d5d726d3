import type { Knex } from 'knex';

/** Dynamic secrets, and the leases of credentials that were created with them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('dynamic_secrets', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('folderId').notNullable().references('id').inTable('secret_folders').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('type').notNullable();
    table.text('defaultTTL').notNullable();
    table.text('maxTTL');
    table.text('usernameTemplate');
    table.json('metadata').notNullable();
    table.text('sealedInputs').notNullable();
    table.text('status');
    table.text('statusDetails');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['folderId', 'name']);
    table.index('projectId');
  });
  // No foreign keys: whatever is deleted, a lease stays until its credentials are revoked.
  await knex.schema.createTable('dynamic_secret_leases', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable();
    table.text('projectId').notNullable();
    table.text('dynamicSecretId').notNullable();
    // Where the dynamic secret was, for when it is gone.
    table.text('name').notNullable();
    table.text('environment').notNullable();
    table.text('secretPath').notNullable();
    table.text('type').notNullable();
    table.text('sealedInputs').notNullable();
    table.text('externalEntityId').notNullable();
    table.json('config');
    table.text('state').notNullable();
    table.text('expireAt').notNullable();
    table.text('createdBy').notNullable();
    table.text('createdByType').notNullable();
    // When the server has to do something with the lease.
    table.text('dueAt').notNullable();
    // The server does it until then; another node may take over afterwards.
    table.text('claimedUntil');
    table.integer('attempts').notNullable();
    table.text('failingSince');
    table.text('lastError');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index('dueAt');
    table.index(['dynamicSecretId', 'createdAt']);
    table.index(['projectId', 'createdAt']);
    table.index(['createdBy', 'createdByType']);
  });
  await knex.schema.alterTable('instance', (table) => {
    // Since when leases are not revoked by the server itself, because a backup was restored.
    table.text('leasesHeldSince');
  });
};
