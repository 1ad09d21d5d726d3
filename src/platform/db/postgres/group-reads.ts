import type { Execute, Result } from '../knex/queries.ts';
import { tableWrittenBy } from '../written-tables.ts';

interface Read {
  readonly result: Result | Promise<Result>;
  /** When it was sent, in milliseconds from `performance.now()`. */
  readonly sentAt: number;
}

/** The reads of one statement, by its values as JSON. */
type Reads = Map<string, Read>;

/**
 * Executes the statements of a group, and keeps the rows of `cached` ones until one of their tables is written. A unit
 * gets rows that were read after it was queued, as if it had read them itself then, whatever keys they belong to. Most
 * units of a group begin with the same reads: half of the statements of `update secret` of `npm run bench`.
 */
export class GroupReads {
  /** Rows that were read earlier are read again. */
  usableSince = 0;
  readonly #statements = new Map<string, Reads>();

  execute(execute: Execute, ...[sql, bindings, use, isUnawaited]: Parameters<Execute>): ReturnType<Execute> {
    if (use === 'cached') return this.#read(sql, JSON.stringify(bindings), () => execute(sql, bindings, use));
    if (!sql.startsWith('select')) this.#forget(tableWrittenBy(sql));
    return execute(sql, bindings, use, isUnawaited);
  }

  clear(): void {
    this.#statements.clear();
  }

  #read(sql: string, values: string, read: () => Read['result']): Read['result'] {
    let reads = this.#statements.get(sql);
    if (!reads) this.#statements.set(sql, (reads = new Map<string, Read>()));
    const known = reads.get(values);
    if (known && known.sentAt > this.usableSince) return known.result;
    const sentAt = performance.now();
    const result = read();
    reads.set(values, { result, sentAt });
    return result;
  }

  /** Removes the rows of every statement that mentions the table; all rows if any table may have been written. */
  #forget(table: string | undefined): void {
    if (table === undefined) return this.clear();
    for (const sql of this.#statements.keys()) if (sql.includes(table)) this.#statements.delete(sql);
  }
}
