import knexFactory, { type Knex } from 'knex';
import type { Dialect, KnexSql } from './native.ts';

/** The part of Knex that builds queries: without its pool, transactions and schema builder, which we do not use. */
export interface SqlBuilder extends Pick<Knex, 'raw' | 'ref' | 'select' | 'from'> {
  <Row extends object = Record<string, unknown>, Found = Row[]>(
    table: string | Knex.Raw | Knex.QueryBuilder,
  ): Knex.QueryBuilder<Row, Found>;
}

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
 * Creates a Knex that runs its queries with `run`, derived from one that is created once: creating a whole one for each
 * unit of work took longer than the work.
 */
export const derivedKnex = (dialect: Dialect, run: (builder: { toSQL(): KnexSql }) => Promise<unknown>): SqlBuilder => {
  const base = baseOf(dialect);
  const runner = (builder: { toSQL(): KnexSql }) => ({ run: () => run(builder) });
  const client = Object.assign(Object.create(base.client as object) as object, { runner });
  const context = Object.assign(Object.create(base.context) as KnexContext, { client });
  const knex = (table: string): unknown => context.queryBuilder().table(table);
  return Object.assign(Object.setPrototypeOf(knex, base) as WholeKnex, { context });
};
