import type { Knex } from 'knex';

/**
 * Adds a number for each project that changes with every change that answers about its secrets can show; answers are
 * cached under it. It is no column of `projects`: writers of secrets lock this row last, but a project first.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('project_revisions', (table) => {
    table.text('projectId').primary().references('id').inTable('projects').onDelete('CASCADE');
    table.bigInteger('dataRevision').notNullable();
  });
  const revisions = knex('projects').select('id', knex.raw('0'));
  await knex(knex.raw('?? (??, ??)', ['project_revisions', 'projectId', 'dataRevision'])).insert(revisions);
};
