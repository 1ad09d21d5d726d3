import type { Knex } from 'knex';

/** Failed logins with LDAP auth are counted separately for each client address. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.createTable('login_method_failed_logins', (table) => {
    table.text('loginMethodId').notNullable().references('id').inTable('identity_login_methods').onDelete('CASCADE');
    // An IPv4 address, or the /64 of an IPv6 address.
    table.text('address').notNullable();
    table.integer('failures').notNullable();
    table.text('lockedUntil');
    // After this time the row has no effect.
    table.text('expiresAt').notNullable();
    table.primary(['loginMethodId', 'address']);
    table.index('expiresAt');
  });
