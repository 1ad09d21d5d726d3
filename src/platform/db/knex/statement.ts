import type { Knex } from 'knex';
import type { SqlBuilder } from './derived-knex.ts';
import { nativeOf, sqlOf, type Compiled, type Dialect } from './native.ts';

/**
 * How a statement is used: PostgreSQL prepares all but `seldom`; `at-length` returns many rows, in no particular order;
 * the few rows of `cached` stay in memory until one of their tables is written, on PostgreSQL only within a group.
 */
export type Use = 'seldom' | 'often' | 'at-length' | 'cached';

type PreparedUse = Exclude<Use, 'seldom'>;

/** A list of texts as the value of one parameter of PostgreSQL. */
export class SqlList {
  readonly items: readonly string[];

  constructor(items: readonly string[]) {
    this.items = items;
  }
}

/** The position of a value of the call in a compiled statement. */
interface Slot {
  readonly index: number;
  readonly name: string;
  readonly isList: boolean;
}

interface CompiledStatement extends Compiled {
  readonly slots: readonly Slot[];
}

const placeholder = /^\u0000(param|list):(.+)$/;

/**
 * On SQLite, `=` for a list of one is up to six times as fast as `json_each`. PostgreSQL estimates ten items for a list
 * that it does not know, so it would plan a statement with `any` again at each call instead of keeping a generic plan.
 */
type Form = 'one' | 'many';

const formsOf: Readonly<Record<Dialect, Readonly<Record<Form, string>>>> = {
  'better-sqlite3': { one: '?? = ?', many: '?? in (select value from json_each(?))' },
  pg: { one: '?? = ?', many: '?? = any(?)' },
};

interface Forms extends Readonly<Record<Form, CompiledStatement>> {
  /** The names of the values that are lists. */
  readonly lists: readonly string[];
}

type Build<Values> = (
  db: SqlBuilder,
  param: (name: keyof Values & string) => string,
  isIn: (column: string, name: keyof Values & string) => (query: Knex.QueryBuilder) => void,
) => Knex.QueryBuilder;

/**
 * A query that is built once. `param('x')` stands for `values.x` of each call, and `where(isIn('column', 'x'))` finds
 * rows by the list `values.x`, whether it has one item or a thousand.
 */
export class Statement<Row, Values extends Record<string, unknown>> {
  declare readonly row: Row;
  readonly #build: Build<Values>;
  readonly #uses: Readonly<Record<Form, PreparedUse>>;
  readonly #forms = new Map<Dialect, Forms>();

  /** `use` may differ for lists of one item. */
  constructor(build: Build<Values>, use: PreparedUse | Readonly<Record<Form, PreparedUse>> = 'often') {
    this.#build = build;
    this.#uses = typeof use === 'string' ? { one: use, many: use } : use;
  }

  compile(dialect: Dialect, db: SqlBuilder, values: Values): Compiled & { readonly use: PreparedUse } {
    const forms = this.#forms.get(dialect) ?? this.#compileForms(dialect, db);
    const form = forms.lists.every((name) => (values[name] as readonly string[]).length === 1) ? 'one' : 'many';
    const { sql, bindings, slots } = forms[form];
    const boundValues = [...bindings];
    for (const { index, name, isList } of slots)
      boundValues[index] = isList ? listValue(dialect, form, values[name] as readonly string[]) : values[name];
    return { sql, bindings: boundValues, use: this.#uses[form] };
  }

  #compileForms(dialect: Dialect, db: SqlBuilder): Forms {
    const many = this.#compileAs('many', dialect, db);
    const lists = many.slots.filter(({ isList }) => isList).map(({ name }) => name);
    const forms = { one: lists.length > 0 ? this.#compileAs('one', dialect, db) : many, many, lists };
    this.#forms.set(dialect, forms);
    return forms;
  }

  #compileAs(form: Form, dialect: Dialect, db: SqlBuilder): CompiledStatement {
    const isIn = (column: string, name: string) => (query: Knex.QueryBuilder) =>
      void query.whereRaw(formsOf[dialect][form], [column, `\0list:${name}`]);
    const { sql, bindings } = nativeOf(dialect, sqlOf(this.#build(db, (name) => `\0param:${name}`, isIn)));
    const slots = bindings.flatMap((binding, index) => {
      const [, kind, name] = (typeof binding === 'string' ? placeholder.exec(binding) : null) ?? [];
      return name === undefined ? [] : [{ index, name, isList: kind === 'list' }];
    });
    return { sql, bindings, slots };
  }
}

/** Returns a condition for `where`: the column has one of the values, which are a single parameter however many they are. */
export const isInList =
  (dialect: Dialect, column: string, items: readonly string[]) =>
  (query: Knex.QueryBuilder): void =>
    void query.whereRaw(formsOf[dialect].many, [column, listValue(dialect, 'many', items) as Knex.RawBinding]);

const listValue = (dialect: Dialect, form: Form, items: readonly string[]): unknown => {
  if (form === 'one') return items[0];
  return dialect === 'pg' ? new SqlList(items) : JSON.stringify(items);
};
