import pg from 'pg';
import { openSqliteFile } from '../../../src/platform/db/sqlite/driver.ts';

/** The columns of a row as the database has them; a stored row is the template of the seeded ones. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads template rows, and inserts many rows without the server, which must not run meanwhile. */
export interface RowWriter {
  /** All rows with these columns; there must be one. */
  find(table: string, where: Readonly<Record<string, string>>): Promise<[Row, ...Row[]]>;
  /** Rows that all have the same columns. */
  insert(table: string, rows: Iterable<Row>): Promise<void>;
  update(table: string, id: string, changes: Row): Promise<void>;
  close(): Promise<void>;
}

const name = (column: string): string => `"${column}"`;

const found = (table: string, rows: readonly Row[]): [Row, ...Row[]] => {
  if (rows.length === 0) throw new Error(`no template row in ${table}`);
  return rows as [Row, ...Row[]];
};

const toSqlite = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};

/** Not durable, and with a cache for all indexes: a failed run is thrown away. */
export const sqliteRows = (file: string): RowWriter => {
  const database = openSqliteFile(file, { fileMustExist: true });
  for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'cache_size = -2000000', 'foreign_keys = OFF'])
    database.pragma(pragma);
  return {
    find: async (table, where) => {
      const conditions = Object.keys(where).map((column) => `${name(column)} = ?`);
      const select = database.prepare(`select * from ${name(table)} where ${conditions.join(' and ')}`);
      return found(table, select.all(...Object.values(where)) as Row[]);
    },
    insert: async (table, rows) => {
      let insert: { run(...values: unknown[]): unknown } | undefined;
      database.exec('begin');
      for (const row of rows) {
        insert ??= database.prepare(
          `insert into ${name(table)} (${Object.keys(row).map(name).join()}) values (${Object.keys(row)
            .map(() => '?')
            .join()})`,
        );
        insert.run(...Object.values(row).map(toSqlite));
      }
      database.exec('commit');
    },
    update: async (table, id, changes) => {
      const assignments = Object.keys(changes).map((column) => `${name(column)} = ?`);
      database
        .prepare(`update ${name(table)} set ${assignments.join()} where "id" = ?`)
        .run(...Object.values(changes).map(toSqlite), id);
    },
    close: async () => {
      // The journal mode is stored in the file.
      database.pragma('journal_mode = WAL');
      database.close();
    },
  };
};

function* partsOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

const rowsAtOnce = 5000;

export const postgresRows = async (url: string): Promise<RowWriter> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  const changed = new Set<string>();
  return {
    find: async (table, where) => {
      const conditions = Object.keys(where).map((column, index) => `${name(column)} = $${index + 1}`);
      const select = `select * from ${name(table)} where ${conditions.join(' and ')}`;
      return found(table, (await client.query<Row>(select, Object.values(where))).rows);
    },
    insert: async (table, rows) => {
      changed.add(table);
      for (const part of partsOf(rows, rowsAtOnce))
        await client.query(
          `insert into ${name(table)} select * from json_populate_recordset(null::${name(table)}, $1)`,
          [JSON.stringify(part)],
        );
    },
    update: async (table, id, changes) => {
      const assignments = Object.keys(changes).map((column, index) => `${name(column)} = $${index + 2}`);
      await client.query(`update ${name(table)} set ${assignments.join()} where "id" = $1`, [
        id,
        ...Object.values(changes),
      ]);
    },
    close: async () => {
      // As autovacuum does within a minute of such a change.
      for (const table of changed) await client.query(`vacuum analyze ${name(table)}`);
      await client.end();
    },
  };
};
