import type { Knex } from 'knex';

/** Tokens that read and write secrets of one project; they outlive their creator. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('service_tokens', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('secretHash').notNullable();
    table.json('scopes').notNullable();
    table.json('permissions').notNullable();
    // The rules that the creator was allowed to grant, verbatim: a later version cannot widen them by interpreting
    // scopes differently.
    table.json('rules').notNullable();
    table.text('encryptedKey').notNullable();
    table.text('iv').notNullable();
    table.text('tag').notNullable();
    table.text('createdBy').notNullable();
    table.text('expiresAt');
    table.text('lastUsed');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index(['projectId', 'createdAt']);
    table.index('expiresAt');
  });
};
