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

const prototypes = new Map<Dialect, object>();

/** The Knex of the dialect, with further methods. */
const prototypeOf = (dialect: Dialect, methods: object): object => {
  let prototype = prototypes.get(dialect);
  if (!prototype)
    prototypes.set(dialect, (prototype = Object.assign(Object.create(baseOf(dialect)) as object, methods)));
  return prototype;
};

interface Derivation {
  readonly unit: object;
  readonly run: (builder: { toSQL(): KnexSql }) => Promise<unknown>;
}

/**
 * Creates a Knex with the methods and the unit that they use, which runs its queries with `run`. It is derived from one
 * that is created once: creating a whole one for each unit of work took longer than the work.
 */
export const derivedKnex = (dialect: Dialect, { unit, run }: Derivation, methods: object): SqlBuilder => {
  const base = baseOf(dialect);
  const runner = (builder: { toSQL(): KnexSql }) => ({ run: () => run(builder) });
  const client = Object.assign(Object.create(base.client as object) as object, { runner });
  const context = Object.assign(Object.create(base.context) as KnexContext, { client });
  const knex = Object.assign((table: string): unknown => context.queryBuilder().table(table), { context, unit });
  return Object.setPrototypeOf(knex, prototypeOf(dialect, methods)) as SqlBuilder;
};
