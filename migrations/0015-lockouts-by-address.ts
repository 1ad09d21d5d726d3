import type { Knex } from 'knex';

/** Failed logins with a client id are counted separately for each client address. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('universal_auth_failed_logins', (table) => {
    table
      .text('universalAuthId')
      .notNullable()
      .references('id')
      .inTable('identity_universal_auths')
      .onDelete('CASCADE');
    // An IPv4 address, or the /64 of an IPv6 address.
    table.text('address').notNullable();
    table.integer('failures').notNullable();
    table.text('lockedUntil');
    // After this time the row has no effect.
    table.text('expiresAt').notNullable();
    table.primary(['universalAuthId', 'address']);
    table.index('expiresAt');
  });

  // The latest expiry of those rows: logins of an identity without recent failures need not look for any.
  await knex.schema.alterTable('identity_universal_auths', (table) => void table.text('failuresExpireAt'));

  // Existing counters and locks do not say which address caused them, and last a day at the most: they are dropped.
  // In plain SQL, because Knex copies the whole table on SQLite, and dropping the original would cascade to the client
  // secrets.
  for (const column of ['failedLogins', 'lastFailedLoginAt', 'lockedUntil'])
    await knex.raw('alter table ?? drop column ??', ['identity_universal_auths', column]);
};
