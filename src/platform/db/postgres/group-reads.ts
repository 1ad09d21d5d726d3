import type { Execute, Result } from '../knex/queries.ts';
import { tableWrittenBy } from '../written-tables.ts';

/** A read that was sent. */
export interface SentRead {
  readonly sql: string;
  readonly result: Promise<Result>;
  /** When it was sent, in milliseconds from `performance.now()`. */
  readonly sentAt: number;
  /** How many statements of the group that write were sent before. */
  readonly writesBefore: number;
  /** Whether another unit of the group has read just the same. */
  readonly isRepeated: boolean;
}

/** The reads of one statement, by its values as JSON. */
type Reads = Map<string, SentRead>;

/**
 * Executes the statements of a group, and keeps the rows of `cached` ones until one of their tables is written. A unit
 * gets rows that were read after it was queued, as if it had read them itself then, whatever keys they belong to. Most
 * units of a group begin with the same reads: half of the statements of `update secret` of `npm run bench`.
 */
export class GroupReads {
  readonly #execute: Execute;
  readonly #statements = new Map<string, Reads>();
  /** When each table was last written: the number of writing statements until then. */
  readonly #written = new Map<string, number>();
  /** The same for a statement that may have written any table. */
  #anyWritten = 0;
  #writes = 0;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  /** Executes a statement; of `cached` ones, rows that were read before `usableSince` are read again. */
  execute(usableSince: number, ...[sql, bindings, use, isUnawaited]: Parameters<Execute>): ReturnType<Execute> {
    if (use === 'cached') return this.read(usableSince, sql, bindings, use).result;
    if (!sql.startsWith('select')) this.#noteWrite(tableWrittenBy(sql));
    return this.#execute(sql, bindings, use, isUnawaited);
  }

  /** Sends a statement that reads, or returns the read of a `cached` one that is still current. */
  read(usableSince: number, ...[sql, bindings, use]: Parameters<Execute>): SentRead {
    let reads = this.#statements.get(sql);
    if (!reads) this.#statements.set(sql, (reads = new Map<string, SentRead>()));
    const values = JSON.stringify(bindings);
    const known = reads.get(values);
    if (use === 'cached' && known && known.sentAt > usableSince) return { ...known, isRepeated: true };
    const sent = {
      sql,
      sentAt: performance.now(),
      writesBefore: this.#writes,
      isRepeated: known !== undefined,
      result: Promise.resolve(this.#execute(sql, bindings, use)),
    };
    reads.set(values, sent);
    return sent;
  }

  /** Whether a table that the statement mentions was written since it was sent. */
  isOutdated({ sql, writesBefore }: SentRead): boolean {
    if (this.#writes === writesBefore) return false;
    if (this.#anyWritten > writesBefore) return true;
    for (const [table, writes] of this.#written) if (writes > writesBefore && sql.includes(table)) return true;
    return false;
  }

  clear(): void {
    this.#statements.clear();
  }

  /** Removes the rows of every statement that mentions the table; all rows if any table may have been written. */
  #noteWrite(table: string | undefined): void {
    this.#writes += 1;
    if (table === undefined) this.#anyWritten = this.#writes;
    else this.#written.set(table, this.#writes);
    if (table === undefined) return this.clear();
    for (const sql of this.#statements.keys()) if (sql.includes(table)) this.#statements.delete(sql);
  }
}
