import type { Knex } from 'knex';

/** Which organizations and members accept only single sign-on, and who may still use a password. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('organizations', (table) => {
    table.text('singleSignOnId');
    table.boolean('authEnforced').notNullable().defaultTo(false);
    table.text('breakGlassUserId');
  });
  await knex.schema.alterTable('organization_memberships', (table) => {
    // The provider created this membership; nobody has shown that the account's password belongs to the same person.
    table.boolean('needsSingleSignOn').notNullable().defaultTo(false);
  });
  await knex.schema.alterTable('user_sessions', (table) => {
    table.index('providerId');
  });
};
