import type { Knex } from 'knex';

const times = (table: Knex.CreateTableBuilder): void => {
  table.text('createdAt').notNullable();
  table.text('updatedAt').notNullable();
};

/** When a temporary grant starts and ends; null for a permanent one. */
const period = (table: Knex.CreateTableBuilder): void => {
  table.boolean('isTemporary').notNullable();
  table.text('temporaryMode');
  table.text('temporaryRange');
  table.text('temporaryAccessStartTime');
  table.text('temporaryAccessEndTime');
};

/** Projects with their environments and roles, groups, memberships, and additional privileges. */
export const up = async (knex: Knex): Promise<void> => {
  // Incremented with every change of permissions; permissions are cached under this number.
  await knex.schema.alterTable(
    'organizations',
    (table) => void table.bigInteger('accessRevision').notNullable().defaultTo(0),
  );

  await knex.schema.createTable('projects', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('slug').notNullable();
    table.text('description');
    table.text('type').notNullable();
    table.text('defaultProduct');
    table.boolean('autoCapitalization').notNullable();
    table.boolean('hasDeleteProtection').notNullable();
    table.boolean('secretSharing').notNullable();
    table.boolean('showSnapshotsLegacy').notNullable();
    table.boolean('enforceEncryptedSecretManagerSecretMetadata').notNullable();
    table.integer('pitVersionLimit').notNullable();
    table.integer('auditLogsRetentionDays');
    table.json('secretDetectionIgnoreValues').notNullable();
    table.bigInteger('accessRevision').notNullable();
    times(table);
    table.unique(['organizationId', 'slug']);
  });

  await knex.schema.createTable('project_environments', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('slug').notNullable();
    // Positions have no unique constraint, because SQLite cannot defer one; the lock on the project keeps them
    // distinct.
    table.integer('position').notNullable();
    table.text('softDeletedAt');
    table.text('deleteAfter');
    table.text('deletedByUserId').references('id').inTable('users').onDelete('SET NULL');
    table.text('deletedByIdentityId').references('id').inTable('identities').onDelete('SET NULL');
    times(table);
    table.unique(['projectId', 'slug']);
    table.index('deleteAfter');
    table.index('deletedByUserId');
    table.index('deletedByIdentityId');
  });

  await knex.schema.createTable('groups', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('slug').notNullable();
    table.text('role').notNullable();
    table.text('roleId').references('id').inTable('organization_roles').onDelete('NO ACTION');
    times(table);
    table.unique(['organizationId', 'slug']);
    table.index('roleId');
  });

  // References the membership of the organization: a member who leaves it leaves its groups and projects.
  await knex.schema.createTable('group_members', (table) => {
    table.text('groupId').notNullable().references('id').inTable('groups').onDelete('CASCADE');
    table.text('membershipId').notNullable().references('id').inTable('organization_memberships').onDelete('CASCADE');
    table.text('createdAt').notNullable();
    table.primary(['groupId', 'membershipId']);
    table.index('membershipId');
  });

  await knex.schema.createTable('project_roles', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('slug').notNullable();
    table.text('name').notNullable();
    table.text('description');
    table.json('permissions').notNullable();
    times(table);
    table.unique(['projectId', 'slug']);
  });

  // A member of a project is a member of the organization, or a group.
  await knex.schema.createTable('project_memberships', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('membershipId').references('id').inTable('organization_memberships').onDelete('CASCADE');
    table.text('groupId').references('id').inTable('groups').onDelete('CASCADE');
    times(table);
    table.unique(['membershipId', 'projectId']);
    table.unique(['groupId', 'projectId']);
    table.index('projectId');
    table.check('(?? is null) <> (?? is null)', ['membershipId', 'groupId'], 'one_project_member');
  });

  await knex.schema.createTable('project_membership_roles', (table) => {
    table.text('id').primary();
    table.text('projectMembershipId').notNullable().references('id').inTable('project_memberships').onDelete('CASCADE');
    // With a custom role, `role` is "custom".
    table.text('role').notNullable();
    // In the order in which they were assigned.
    table.integer('position').notNullable();
    table.text('customRoleId').references('id').inTable('project_roles').onDelete('NO ACTION');
    period(table);
    times(table);
    table.index('projectMembershipId');
    table.index('customRoleId');
  });

  await knex.schema.createTable('project_privileges', (table) => {
    table.text('id').primary();
    table.text('projectMembershipId').notNullable().references('id').inTable('project_memberships').onDelete('CASCADE');
    table.text('slug').notNullable();
    table.json('permissions').notNullable();
    period(table);
    times(table);
    table.unique(['projectMembershipId', 'slug']);
  });
};
