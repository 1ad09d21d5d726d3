import type { Knex } from 'knex';

/** Policies of access and of changes, which say who has to approve what, and requests for access. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('approval_policies', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    // What it governs: `access` or `change`.
    table.text('kind').notNullable();
    table.text('name').notNullable();
    table.text('secretPath').notNullable();
    // How many people have to approve in a step that `steps` does not name.
    table.integer('approvals').notNullable();
    table.json('steps').notNullable();
    table.text('enforcementLevel').notNullable();
    table.boolean('allowedSelfApprovals').notNullable();
    // Only of access: the longest period, and for how long a request can be approved.
    table.text('maxTimePeriod');
    table.text('requestExpirationTime');
    // Only of changes.
    table.boolean('bypassForMachineIdentities').notNullable();
    table.boolean('approversMustRead').notNullable();
    // The membership of the organization of whoever changed it last; it may be gone.
    table.text('editedBy');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.text('deletedAt');
    table.index(['projectId', 'kind']);
  });

  await knex.schema.createTable('approval_policy_environments', (table) => {
    table.text('policyId').notNullable().references('id').inTable('approval_policies').onDelete('CASCADE');
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    table.integer('position').notNullable();
    table.primary(['policyId', 'environmentId']);
    table.index('environmentId');
  });

  await knex.schema.createTable('approval_policy_people', (table) => {
    table.text('policyId').notNullable().references('id').inTable('approval_policies').onDelete('CASCADE');
    // Who may approve (`approver`), or do without (`bypasser`).
    table.text('part').notNullable();
    // Either a member of the organization or a group.
    table.text('membershipId').references('id').inTable('organization_memberships').onDelete('CASCADE');
    table.text('groupId').references('id').inTable('groups').onDelete('CASCADE');
    // Of an approver; 0 for a bypasser.
    table.integer('step').notNullable();
    table.integer('position').notNullable();
    table.primary(['policyId', 'part', 'position']);
    table.index('membershipId');
    table.index('groupId');
  });

  await knex.schema.createTable('access_requests', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('policyId').notNullable().references('id').inTable('approval_policies').onDelete('CASCADE');
    table.text('requestedByUserId').notNullable().references('id').inTable('users').onDelete('CASCADE');
    // The environment as it was named, which may be renamed, and the path.
    table.text('environment').notNullable();
    table.text('secretPath').notNullable();
    table.json('permissions').notNullable();
    table.boolean('isTemporary').notNullable();
    table.text('temporaryRange');
    table.text('note');
    table.text('status').notNullable();
    table.text('editedByUserId');
    table.text('editNote');
    table.text('expiresAt');
    table.text('approvedAt');
    table.text('approvedByUserId');
    table.text('bypassReason');
    table.text('revokedAt');
    table.text('revokedByUserId');
    // What was granted; null once it was revoked.
    table.text('privilegeId');
    table.text('privilegeDeletedAt');
    // When the granted access ends, until that has been told.
    table.text('endsAt');
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index(['projectId', 'createdAt']);
    table.index(['policyId', 'status']);
    table.index(['requestedByUserId', 'projectId']);
    table.index(['status', 'expiresAt']);
    table.index('endsAt');
  });

  await knex.schema.createTable('access_request_reviews', (table) => {
    table.text('id').primary();
    table.text('requestId').notNullable().references('id').inTable('access_requests').onDelete('CASCADE');
    table.text('reviewerUserId').notNullable();
    table.text('status').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.unique(['requestId', 'reviewerUserId']);
  });

  // Webhooks tell of more than failures.
  for (const name of ['webhook_changes', 'webhook_deliveries'])
    await knex.raw('alter table ?? rename column ?? to ??', [name, 'failure', 'details']);

  // The request that granted the privilege.
  await knex.schema.alterTable('project_privileges', (table) => {
    table.text('accessRequestId');
  });
};
