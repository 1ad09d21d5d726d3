import type { Knex } from 'knex';

// Ids, times (RFC 3339, UTC, milliseconds) and JSON are text on both databases; the program validates them.
const times = (table: Knex.CreateTableBuilder): void => {
  table.text('createdAt').notNullable();
  table.text('updatedAt').notNullable();
};

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('instance', (table) => {
    table.integer('id').primary();
    table.text('rootKeyId').notNullable();
    table.text('createdAt').notNullable();
    table.text('bootstrappedAt');
  });

  await knex.schema.createTable('users', (table) => {
    table.text('id').primary();
    table.text('username').notNullable().unique();
    table.text('email');
    table.text('firstName');
    table.text('lastName');
    table.text('passwordHash');
    table.boolean('superAdmin').notNullable();
    times(table);
  });

  await knex.schema.createTable('organizations', (table) => {
    table.text('id').primary();
    table.text('name').notNullable();
    table.text('slug').notNullable().unique();
    times(table);
  });

  await knex.schema.createTable('identities', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('name').notNullable();
    table.boolean('isInstanceAdmin').notNullable();
    times(table);
    table.index('organizationId');
  });

  // A member of an organization is a user or an identity.
  await knex.schema.createTable('organization_memberships', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('userId').references('id').inTable('users').onDelete('CASCADE');
    table.text('identityId').references('id').inTable('identities').onDelete('CASCADE');
    table.text('role').notNullable();
    table.boolean('isActive').notNullable();
    times(table);
    table.unique(['userId', 'organizationId']);
    table.unique(['identityId', 'organizationId']);
    table.index('organizationId');
    table.check('(?? is null) <> (?? is null)', ['userId', 'identityId'], 'one_member');
  });

  await knex.schema.createTable('user_sessions', (table) => {
    table.text('id').primary();
    table.text('userId').notNullable().references('id').inTable('users').onDelete('CASCADE');
    table.text('ip').notNullable();
    table.text('userAgent').notNullable();
    table.text('createdAt').notNullable();
    table.text('expiresAt').notNullable();
    table.index('userId');
    table.index('expiresAt');
  });

  await knex.schema.createTable('identity_access_tokens', (table) => {
    table.text('id').primary();
    table.text('identityId').notNullable().references('id').inTable('identities').onDelete('CASCADE');
    table.text('authMethod').notNullable();
    table.text('createdAt').notNullable();
    table.text('expiresAt').notNullable();
    table.boolean('isRevoked').notNullable();
    table.index('identityId');
    table.index('expiresAt');
  });
};
