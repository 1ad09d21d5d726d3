import type { Knex } from 'knex';

const shared = ['userId', 'providerId'];
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  second_factors: ['isEnabled', 'selectedMethod', 'sealedTotpSecret', 'isTotpVerified', 'lastTotpStep', 'updatedAt'],
  recovery_codes: ['codeHash'],
  second_factor_failures: ['address', 'failures', 'lockedUntil', 'expiresAt'],
};
const tables = Object.keys(columnsOf);
const former = (table: string): string => `former_${table}`;

const addOwner = (table: Knex.CreateTableBuilder): void => {
  table.text('userId').notNullable().references('id').inTable('users').onDelete('CASCADE');
  // Null for a factor of the account itself.
  table.text('providerId').references('id').inTable('single_sign_on_providers').onDelete('CASCADE');
  table.index('providerId');
};

const createTables = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('second_factors', (table) => {
    addOwner(table);
    table.boolean('isEnabled').notNullable();
    table.text('selectedMethod');
    table.text('sealedTotpSecret');
    table.boolean('isTotpVerified').notNullable();
    table.bigInteger('lastTotpStep');
    table.text('updatedAt').notNullable();
  });
  await knex.schema.createTable('recovery_codes', (table) => {
    addOwner(table);
    table.text('codeHash').notNullable();
    table.index('userId');
  });
  await knex.schema.createTable('second_factor_failures', (table) => {
    addOwner(table);
    table.text('address').notNullable();
    table.integer('failures').notNullable();
    table.text('lockedUntil');
    table.text('expiresAt').notNullable();
    table.index('expiresAt');
  });
  // Null is equal to nothing, so that it needs a value here.
  await knex.raw(`create unique index second_factors_owner on second_factors ("userId", coalesce("providerId", ''))`);
  await knex.raw(
    `create unique index second_factor_failures_owner on second_factor_failures ("userId", "address", coalesce("providerId", ''))`,
  );
};

/** Accounts that have nothing but providers: their factor was set up in a session of one. */
const withoutPassword = (knex: Knex) =>
  knex('users as u').join('single_sign_on_links as l', 'l.userId', 'u.id').whereNull('u.passwordHash').select('u.id');

/**
 * A second factor belongs to the account itself or to a provider. So far one was asked for in every session: each provider
 * that an account is linked to gets a copy of its authenticator app, so that no sign-in stops asking.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const table of tables) {
    await knex.raw('create table ?? as select * from ??', [former(table), table]);
    await knex.schema.dropTable(table);
  }
  await createTables(knex);
  const appOwners = knex(former('second_factors')).where({ isTotpVerified: true }).select('userId');
  const links = knex('single_sign_on_links').whereIn('userId', appOwners).distinct('userId', 'providerId').as('l');
  for (const table of tables) {
    const columns = columnsOf[table]!;
    const into = knex.raw(`?? (${[...shared, ...columns].map(() => '??').join(', ')})`, [table, ...shared, ...columns]);
    const own = knex(former(table)).whereNotIn('userId', withoutPassword(knex));
    await knex(into).insert(own.select('userId', knex.raw('null'), ...columns));
    const copies = knex(`${former(table)} as f`).join(links.clone(), 'l.userId', 'f.userId');
    await knex(into).insert(copies.select('f.userId', 'l.providerId', ...columns.map((column) => `f.${column}`)));
  }
  await knex('second_factors').whereNotNull('providerId').update({ selectedMethod: 'totp' });
  for (const table of tables) await knex.schema.dropTable(former(table));
};
