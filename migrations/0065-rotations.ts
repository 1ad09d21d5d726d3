import type { Knex } from 'knex';

/** Connections to outside systems, and secrets whose passwords the server changes there. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('app_connections', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    // Null for a connection of the organization itself.
    table.text('projectId').references('id').inTable('projects').onDelete('CASCADE');
    // The project or the organization, in which the name is unique.
    table.text('ownerId').notNullable();
    table.text('name').notNullable();
    table.text('description');
    table.text('app').notNullable();
    table.text('method').notNullable();
    // All but the password.
    table.json('credentials').notNullable();
    table.text('sealedPassword').notNullable();
    // A password that the system was, or is now, asked to set; null if there is none.
    table.text('sealedPending');
    // Which rotation of the password is running, and when another one may take over.
    table.text('runId');
    table.text('runUntil');
    table.boolean('isPlatformManaged').notNullable();
    table.text('credentialsHash').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['ownerId', 'name']);
    table.index('organizationId');
    table.index('projectId');
  });

  await knex.schema.createTable('secret_rotations', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('folderId').notNullable().references('id').inTable('secret_folders').onDelete('CASCADE');
    table.text('connectionId').notNullable().references('id').inTable('app_connections');
    table.text('name').notNullable();
    table.text('description');
    table.text('type').notNullable();
    table.boolean('isAutoRotationEnabled').notNullable();
    // Days between two rotations, and the time of day in UTC.
    table.integer('rotationInterval').notNullable();
    table.integer('rotateAtHours').notNullable();
    table.integer('rotateAtMinutes').notNullable();
    table.json('parameters').notNullable();
    table.json('secretsMapping').notNullable();
    // The two secrets; null until the rotation has been created completely.
    table.text('usernameSecretId');
    table.text('passwordSecretId');
    // Which of the two users the secrets name.
    table.integer('activeIndex').notNullable();
    table.text('dataKeyId').notNullable();
    // The passwords of both users, as far as they are known, and the one that the system was, or is now, asked to set.
    table.text('sealedPasswords').notNullable();
    table.text('rotationStatus');
    table.text('lastRotationAttemptedAt');
    table.text('lastRotatedAt');
    table.boolean('isLastRotationManual').notNullable();
    table.text('lastRotationMessage');
    table.text('nextRotationAt');
    // How many attempts have failed since the last success.
    table.integer('failures').notNullable();
    // When the server looks at it next: the next rotation, another attempt, or when a run counts as abandoned.
    table.text('dueAt');
    table.text('runId');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['folderId', 'name']);
    table.index('projectId');
    table.index('connectionId');
    table.index('dueAt');
    table.index(['dataKeyId', 'id']);
  });

  // A user is of one rotation only: two would set each other's passwords.
  await knex.schema.createTable('secret_rotation_users', (table) => {
    table.text('rotationId').notNullable().references('id').inTable('secret_rotations').onDelete('CASCADE');
    table.text('connectionId').notNullable().references('id').inTable('app_connections').onDelete('CASCADE');
    table.text('username').notNullable();
    table.primary(['connectionId', 'username']);
    table.index('rotationId');
  });

  // What webhooks tell of a rotation that failed, as JSON.
  for (const name of ['webhook_changes', 'webhook_deliveries'])
    await knex.schema.alterTable(name, (table) => void table.text('rotationFailure'));

  // The rotation that changes the secret; null for all others.
  await knex.schema.alterTable('secrets', (table) => void table.text('rotationId'));
};
