import type { Knex } from 'knex';

/** Webhooks tell of other failures than those of rotations, too. */
export const up = async (knex: Knex): Promise<void> => {
  for (const name of ['webhook_changes', 'webhook_deliveries'])
    await knex.raw('alter table ?? rename column ?? to ??', [name, 'rotationFailure', 'failure']);
};
