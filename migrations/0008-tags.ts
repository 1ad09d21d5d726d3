import type { Knex } from 'knex';

/** The tags of projects. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('project_tags', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('slug').notNullable();
    table.text('color');
    // Without a foreign key, so that it outlives the creator.
    table.text('createdBy');
    table.text('createdByActorType').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['projectId', 'slug']);
  });
};
