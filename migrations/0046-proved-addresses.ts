import type { Knex } from 'knex';

/**
 * Whether the owner of an address has ever shown that it is theirs, and which organization an account may rejoin until
 * then. Nobody knows that of accounts of earlier versions, whose links were all shown to whoever invited; except that
 * administrators of the instance were chosen by those who administer it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('users', (table) => {
    table.text('addressProvedAt');
    table.text('firstOrganizationId');
  });
  await knex.schema.alterTable('invitations', (table) => {
    table.boolean('isOnlyMailed').notNullable().defaultTo(false);
  });
  await knex('users')
    .where({ superAdmin: true })
    .whereNotNull('passwordHash')
    .update({ addressProvedAt: knex.ref('updatedAt') });
  await knex('users')
    .whereNotNull('passwordHash')
    .update({
      firstOrganizationId: knex('organization_memberships as m')
        .whereRaw('?? = ??', ['m.userId', 'users.id'])
        .where({ 'm.status': 'accepted' })
        .orderBy(['m.createdAt', 'm.id'])
        .limit(1)
        .select('m.organizationId'),
    });
};
