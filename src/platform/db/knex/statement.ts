import type { Knex } from 'knex';
import { nativeOf, sqlOf, type Compiled, type Dialect } from './native.ts';

/**
 * How a statement is used: those that are used often are worth preparing, `at-length` gives many rows, in no order, and
 * the few rows that `cached` gives stay in memory on SQLite until one of their tables is written.
 */
export type Use = 'seldom' | 'often' | 'at-length' | 'cached';

/** Where in a compiled statement a value of the call goes. */
interface Slot {
  readonly index: number;
  readonly name: string;
}

const placeholder = /^\u0000param:(.+)$/;

/** A query of the hot path, built once. `param('x')` stands for what `values.x` will be at each call. */
export class Statement<Row, Values extends Record<string, unknown>> {
  declare readonly row: Row;
  readonly use: Exclude<Use, 'seldom'>;
  readonly #build: (db: Knex, param: (name: keyof Values & string) => string) => Knex.QueryBuilder;
  readonly #compiled = new Map<Dialect, Compiled & { readonly slots: readonly Slot[] }>();

  constructor(
    build: (db: Knex, param: (name: keyof Values & string) => string) => Knex.QueryBuilder,
    use: Exclude<Use, 'seldom'> = 'often',
  ) {
    this.#build = build;
    this.use = use;
  }

  compile(dialect: Dialect, db: Knex, values: Values): Compiled {
    const { sql, bindings, slots } = this.#compiled.get(dialect) ?? this.#compileFirst(dialect, db);
    const filled = [...bindings];
    for (const { index, name } of slots) filled[index] = values[name];
    return { sql, bindings: filled };
  }

  #compileFirst(dialect: Dialect, db: Knex): Compiled & { readonly slots: readonly Slot[] } {
    const { sql, bindings } = nativeOf(dialect, sqlOf(this.#build(db, (name) => `\0param:${name}`)));
    const slots = bindings.flatMap((binding, index) => {
      const name = typeof binding === 'string' ? placeholder.exec(binding)?.[1] : undefined;
      return name === undefined ? [] : [{ index, name }];
    });
    const compiled = { sql, bindings, slots };
    this.#compiled.set(dialect, compiled);
    return compiled;
  }
}
