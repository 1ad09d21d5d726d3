import type { Knex } from 'knex';

/**
 * Removes the function of the statements that checked at the commit what was read before. So nodes of earlier versions,
 * which lock rows instead of keys, cannot change secrets any more.
 */
export const up = async (knex: Knex): Promise<void> => {
  if ((knex.client as Knex.Client & { dialect: string }).dialect !== 'postgresql') return;
  await knex.raw('drop function require_found(boolean)');
};
