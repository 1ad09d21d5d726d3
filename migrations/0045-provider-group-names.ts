import type { Knex } from 'knex';

/**
 * The name that a group has at the provider of single sign-on. Until now it was the group's own name; so it is that
 * name where a provider decides about groups, and nothing elsewhere: a name that anybody could have given a group must
 * not begin to decide about its members when somebody turns that on.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('groups', (table) => void table.text('providerGroupName'));
  await knex('groups')
    .whereIn(
      'organizationId',
      knex('single_sign_on_providers').where({ manageGroupMemberships: true }).select('organizationId'),
    )
    .update({ providerGroupName: knex.ref('name') });
};
