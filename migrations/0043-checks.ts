import type { Knex } from 'knex';

/**
 * A function that lets a statement fail the transaction like a conflict with a concurrent one, after which it runs
 * again. SQLite has no concurrent transactions.
 */
export const up = async (knex: Knex): Promise<void> => {
  if ((knex.client as Knex.Client & { dialect: string }).dialect !== 'postgresql') return;
  await knex.raw(
    `create function require_found(is_found boolean) returns void language plpgsql as $$
     begin
       if not is_found then
         raise exception 'a concurrent transaction has changed what this one has read' using errcode = '40001';
       end if;
     end $$`,
  );
};
