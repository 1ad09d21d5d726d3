import knexFactory, { type Knex } from 'knex';
import type { Dialect, KnexSql } from './native.ts';

interface KnexContext {
  client: object;
  queryBuilder(): { table(name: string): unknown };
}

type WholeKnex = Knex & { context: KnexContext };

const bases = new Map<Dialect, WholeKnex>();

const baseOf = (dialect: Dialect): WholeKnex => {
  let base = bases.get(dialect);
  if (!base) bases.set(dialect, (base = knexFactory({ client: dialect, useNullAsDefault: true }) as WholeKnex));
  return base;
};

/**
 * A Knex that runs its queries in its own way, on the shoulders of one that is made once.
 * Making a whole one for each unit of work took longer than the work.
 */
export const derivedKnex = (dialect: Dialect, run: (builder: { toSQL(): KnexSql }) => Promise<unknown>): Knex => {
  const base = baseOf(dialect);
  const runner = (builder: { toSQL(): KnexSql }) => ({ run: () => run(builder) });
  const client = Object.assign(Object.create(base.client as object) as object, { runner });
  const context = Object.assign(Object.create(base.context) as KnexContext, { client });
  const knex = (table: string): unknown => context.queryBuilder().table(table);
  return Object.assign(Object.setPrototypeOf(knex, base) as WholeKnex, { context });
};
