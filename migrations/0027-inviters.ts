import type { Knex } from 'knex';

/** Who invited somebody: a name, which stays when its bearer is deleted. Null for invitations that are older. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('invitations', (table) => void table.text('invitedBy'));
