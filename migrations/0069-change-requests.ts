import type { Knex } from 'knex';

/** Changes of secrets that wait for approval under a policy of changes. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('change_requests', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('policyId').notNullable().references('id').inTable('approval_policies').onDelete('CASCADE');
    table.text('slug').notNullable().unique();
    // Where the first of its changes is; the folder may be gone.
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    table.text('folderId').notNullable();
    table.text('secretPath').notNullable();
    // `open` or `close`.
    table.text('status').notNullable();
    table.boolean('hasMerged').notNullable();
    // These users may be deleted.
    table.text('committerUserId').notNullable();
    table.text('statusChangedByUserId');
    table.text('commitMessage');
    table.text('bypassReason');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index(['projectId', 'createdAt']);
    table.index(['policyId', 'status']);
    table.index('environmentId');
  });

  await knex.schema.createTable('change_request_commits', (table) => {
    table.text('id').primary();
    table.text('requestId').notNullable().references('id').inTable('change_requests').onDelete('CASCADE');
    table.integer('position').notNullable();
    // `create`, `update` or `delete`.
    table.text('op').notNullable();
    table.text('folderId').notNullable();
    // The secret that is updated or deleted, and the version that this was based on; null for a new one.
    table.text('secretId');
    table.integer('baseVersion');
    // The name after the change, and before it.
    table.text('key').notNullable();
    table.text('keyBefore');
    table.text('projectId').notNullable();
    table.text('dataKeyId').notNullable();
    // What is set, as JSON.
    table.text('sealedContent').notNullable();
    table.index(['requestId', 'position']);
    table.index(['dataKeyId', 'id']);
  });

  await knex.schema.createTable('change_request_reviews', (table) => {
    table.text('id').primary();
    table.text('requestId').notNullable().references('id').inTable('change_requests').onDelete('CASCADE');
    table.text('reviewerUserId').notNullable();
    // `approved` or `rejected`.
    table.text('status').notNullable();
    table.text('comment');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['requestId', 'reviewerUserId']);
  });
};
