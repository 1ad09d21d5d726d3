import type { Knex } from 'knex';

/**
 * The values that secret detection ignores, encrypted. Those of `secretDetectionIgnoreValues` are encrypted by the
 * server when it starts, because a migration has no keys.
 */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('projects', (table) => {
    // Both are null if there are no values.
    table.text('ignoreValuesKeyId');
    table.text('sealedIgnoreValues');
    table.index('ignoreValuesKeyId');
  });
