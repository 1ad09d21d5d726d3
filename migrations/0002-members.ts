import type { Knex } from 'knex';

const times = (table: Knex.CreateTableBuilder): void => {
  table.text('createdAt').notNullable();
  table.text('updatedAt').notNullable();
};

/** The token settings that all authentication methods of identities have. */
const tokenSettings = (table: Knex.CreateTableBuilder): void => {
  table.text('id').primary();
  table.text('identityId').notNullable().unique().references('id').inTable('identities').onDelete('CASCADE');
  table.bigInteger('accessTokenTTL').notNullable();
  table.bigInteger('accessTokenMaxTTL').notNullable();
  table.bigInteger('accessTokenNumUsesLimit').notNullable();
  table.bigInteger('accessTokenPeriod').notNullable();
  table.json('accessTokenTrustedIps').notNullable();
  times(table);
};

/** Plain SQL, because Knex would rebuild the table on SQLite, and dropping the old one would cascade. */
const addReference = async (
  knex: Knex,
  table: string,
  column: string,
  target: string,
  onDelete: 'cascade' | 'no action',
): Promise<void> => {
  await knex.schema.raw(
    `alter table "${table}" add column "${column}" text references "${target}" ("id") on delete ${onDelete}`,
  );
  await knex.schema.alterTable(table, (existing) => void existing.index(column));
};

/** Custom roles of organizations, invitations, metadata of members, and authentication methods of identities. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('organization_roles', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('slug').notNullable();
    table.text('name').notNullable();
    table.text('description');
    table.json('permissions').notNullable();
    times(table);
    table.unique(['organizationId', 'slug']);
  });

  await knex.schema.alterTable('organization_memberships', (table) => {
    table.text('status').notNullable().defaultTo('accepted');
    table.text('inviteEmail');
    table.text('lastInvitedAt');
    table.text('lastLoginAuthMethod');
    table.text('lastLoginTime');
  });
  // With a custom role, `role` is "custom".
  await addReference(knex, 'organization_memberships', 'roleId', 'organization_roles', 'no action');

  await knex.schema.createTable('membership_metadata', (table) => {
    table.text('id').primary();
    table.text('membershipId').notNullable().references('id').inTable('organization_memberships').onDelete('CASCADE');
    table.text('key').notNullable();
    table.text('value').notNullable();
    table.unique(['membershipId', 'key']);
  });

  await knex.schema.createTable('invitations', (table) => {
    table.text('membershipId').primary().references('id').inTable('organization_memberships').onDelete('CASCADE');
    table.text('codeHash').notNullable();
    table.text('createdAt').notNullable();
    table.text('expiresAt').notNullable();
  });

  await knex.schema.alterTable('identities', (table) => {
    table.boolean('hasDeleteProtection').notNullable().defaultTo(false);
  });

  await knex.schema.createTable('identity_token_auths', tokenSettings);

  await knex.schema.createTable('identity_universal_auths', (table) => {
    tokenSettings(table);
    table.text('clientId').notNullable().unique();
    table.json('clientSecretTrustedIps').notNullable();
    table.boolean('lockoutEnabled').notNullable();
    table.double('lockoutThreshold').notNullable();
    table.double('lockoutDurationSeconds').notNullable();
    table.double('lockoutCounterResetSeconds').notNullable();
    // The current number of failures; it restarts from one when the last failure is long enough ago.
    table.integer('failedLogins').notNullable();
    table.text('lastFailedLoginAt');
    table.text('lockedUntil');
  });

  await knex.schema.createTable('universal_auth_client_secrets', (table) => {
    table.text('id').primary();
    table
      .text('universalAuthId')
      .notNullable()
      .references('id')
      .inTable('identity_universal_auths')
      .onDelete('CASCADE');
    table.text('description').notNullable();
    table.text('prefix').notNullable();
    table.text('secretHash').notNullable().unique();
    table.bigInteger('numUses').notNullable();
    table.bigInteger('numUsesLimit').notNullable();
    table.bigInteger('ttl').notNullable();
    table.boolean('isRevoked').notNullable();
    times(table);
    table.index('universalAuthId');
  });

  await knex.schema.alterTable('identity_access_tokens', (table) => {
    table.text('name');
    table.bigInteger('ttl').notNullable().defaultTo(0);
    table.bigInteger('maxTtl').notNullable().defaultTo(0);
    table.bigInteger('period').notNullable().defaultTo(0);
    table.bigInteger('numUses').notNullable().defaultTo(0);
    table.bigInteger('numUsesLimit').notNullable().defaultTo(0);
    table.text('lastUsedAt');
    table.text('lastRenewedAt');
    table.text('updatedAt').notNullable().defaultTo('');
  });
  await addReference(knex, 'identity_access_tokens', 'clientSecretId', 'universal_auth_client_secrets', 'cascade');
  await knex('identity_access_tokens').update({ updatedAt: knex.ref('createdAt') });

  // Existing tokens were created by an administrator, so their identities have token auth.
  const identities = await knex('identity_access_tokens').distinct('identityId').pluck<string[]>('identityId');
  for (const identityId of identities) {
    const { createdAt } = (await knex('identities')
      .where({ id: identityId })
      .first<{ createdAt: string } | undefined>('createdAt'))!;
    const everywhere = [
      { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
      { ipAddress: '::', type: 'ipv6', prefix: 0 },
    ];
    await knex('identity_token_auths').insert({
      id: identityId,
      identityId,
      accessTokenTTL: 0,
      accessTokenMaxTTL: 0,
      accessTokenNumUsesLimit: 0,
      accessTokenPeriod: 0,
      accessTokenTrustedIps: JSON.stringify(everywhere),
      createdAt,
      updatedAt: createdAt,
    });
  }
};
