import type { Knex } from 'knex';

/** Why the server disabled a webhook; null for one that is enabled, or that somebody has disabled. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('webhooks', (table) => void table.text('disabledReason'));
  await knex('webhooks')
    .where({ isDisabled: true })
    .where('lastRunErrorMessage', 'like', 'Paused after a day of failed deliveries;%')
    .update({ disabledReason: 'deliveries-failed' });
};
