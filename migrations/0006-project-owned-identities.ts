import type { Knex } from 'knex';

/** Machine identities that belong to a project, and are deleted with it. */
export const up = async (knex: Knex): Promise<void> => {
  // Plain SQL, because Knex would rebuild the table on SQLite, and dropping the old one would cascade.
  await knex.schema.raw(
    'alter table "identities" add column "projectId" text references "projects" ("id") on delete cascade',
  );
  await knex.schema.alterTable('identities', (table) => void table.index('projectId'));
};
