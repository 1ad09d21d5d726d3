import type { Knex } from 'knex';

/** Secrets with their versions, references between secrets, and imports of folders. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('project_data_keys', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    // The highest version encrypts; the others only decrypt what is not re-encrypted yet.
    table.integer('generation').notNullable();
    table.text('wrapped').notNullable();
    table.text('createdAt').notNullable();
    table.unique(['projectId', 'generation']);
  });

  await knex.schema.createTable('secrets', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('folderId').notNullable().references('id').inTable('secret_folders').onDelete('CASCADE');
    table.text('key').notNullable();
    // The owner of a personal secret; empty, not null, for a shared one, so that the unique index below applies.
    table.text('ownerId').notNullable();
    // The shared secret that a personal one overrides.
    table.text('sharedId').references('id').inTable('secrets').onDelete('CASCADE');
    table.integer('version').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['folderId', 'key', 'ownerId']);
    table.index('sharedId');
    table.index('projectId');
  });

  await knex.schema.createTable('secret_versions', (table) => {
    table.text('secretId').notNullable().references('id').inTable('secrets').onDelete('CASCADE');
    table.integer('version').notNullable();
    table.text('id').notNullable().unique();
    table.text('projectId').notNullable();
    table.text('key').notNullable();
    table.text('actorType').notNullable();
    table.text('actorId').notNullable();
    table.text('actorName').notNullable();
    table.boolean('skipMultilineEncoding');
    table.integer('reminderRepeatDays');
    table.text('reminderNote');
    table.json('tagIds').notNullable();
    table.json('references').notNullable();
    table.json('metadata').notNullable();
    table.text('createdAt').notNullable();
    table.text('redactedAt');
    table.text('redactedByActorType');
    table.text('redactedByActorId');
    table.text('dataKeyId').notNullable();
    // Last, because they may be long: reads of the other columns do not have to skip them.
    table.text('sealedComment').notNullable();
    table.text('sealedValue').notNullable();
    table.primary(['secretId', 'version']);
    table.index(['dataKeyId', 'id']);
  });

  await knex.schema.createTable('secret_tags', (table) => {
    table.text('secretId').notNullable().references('id').inTable('secrets').onDelete('CASCADE');
    table.text('tagId').notNullable().references('id').inTable('project_tags').onDelete('CASCADE');
    table.primary(['secretId', 'tagId']);
    table.index('tagId');
  });

  // The references of current values: dependents of a folder are found with one lookup.
  await knex.schema.createTable('secret_references', (table) => {
    table.text('secretId').notNullable().references('id').inTable('secrets').onDelete('CASCADE');
    table.text('projectId').notNullable();
    table.text('environment').notNullable();
    table.text('path').notNullable();
    table.text('key').notNullable();
    table.primary(['secretId', 'environment', 'path', 'key']);
    table.index(['projectId', 'environment', 'path']);
  });

  await knex.schema.createTable('secret_imports', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('folderId').notNullable().references('id').inTable('secret_folders').onDelete('CASCADE');
    table.text('sourceFolderId').notNullable().references('id').inTable('secret_folders').onDelete('CASCADE');
    // Starts at 1, without gaps.
    table.integer('position').notNullable();
    table.integer('version').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['folderId', 'sourceFolderId']);
    table.index('sourceFolderId');
    table.index('projectId');
  });
};
