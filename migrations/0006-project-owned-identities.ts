import type { Knex } from 'knex';

/** Machine identities that belong to a project, and go with it. */
export const up = async (knex: Knex): Promise<void> => {
  // Plain SQL, because Knex would build the table anew on SQLite, and drop the old one with all that hangs on it.
  await knex.schema.raw(
    'alter table "identities" add column "projectId" text references "projects" ("id") on delete cascade',
  );
  await knex.schema.alterTable('identities', (table) => void table.index('projectId'));
};
