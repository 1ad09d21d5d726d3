import type { Knex } from 'knex';

/**
 * Moves the revisions of permissions to the one of the data, into narrow rows: PostgreSQL copies the whole row at each
 * change, and that of a project is wide.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('project_revisions', (table) => {
    table.bigInteger('accessRevision').notNullable().defaultTo(0);
    table.text('accessChanges').notNullable().defaultTo('');
  });
  const ofProject = (column: string) =>
    knex('projects').where('projects.id', knex.ref('project_revisions.projectId')).select(column);
  await knex('project_revisions').update({
    accessRevision: ofProject('accessRevision'),
    accessChanges: ofProject('accessChanges'),
  });
  for (const column of ['accessRevision', 'accessChanges'])
    await knex.raw('alter table ?? drop column ??', ['projects', column]);
};
