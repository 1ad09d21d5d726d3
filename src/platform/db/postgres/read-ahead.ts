import { isDeepStrictEqual } from 'node:util';
import type { Execute, Result } from '../knex/queries.ts';
import type { Use } from '../knex/statement.ts';
import type { GroupReads, SentRead } from './group-reads.ts';

/** A read that was sent before the unit may proceed. */
interface EarlyRead {
  readonly sent: SentRead;
  readonly bindings: readonly unknown[];
  readonly use: Use;
  readonly resolve: (result: Promise<Result>) => void;
}

/** Any other statement that waits. */
interface Held {
  readonly run: () => void;
  readonly reject: (error: unknown) => void;
}

/** What the units of a group have in common. */
export interface GroupAhead {
  readonly reads: GroupReads;
  /** Whether the rows of reads that were sent once more are still the same. */
  readonly repetitions: Promise<boolean>[];
}

const nothing: Result = { rows: [], affected: 0 };

/** Statements that return few rows, so that reading them twice costs little. */
const isEarly = (sql: string, use: Use): boolean => (use === 'often' || use === 'cached') && sql.startsWith('select');

/**
 * The statements of a unit that begins while earlier ones of its group run. Its first reads are sent at once, so that
 * there is one round trip for the reads of all units of a group; then it waits until it may proceed. If a table that it
 * has read was written meanwhile, it goes on with the rows that it has, and the same read is sent once more: the group is
 * committed only if the rows are the same. It waits for the rows of the second one if an earlier unit has read just the
 * same, and may have changed that.
 */
export class ReadAhead {
  readonly #group: GroupAhead;
  readonly #queuedAt: number;
  readonly #early: EarlyRead[] = [];
  readonly #held: Held[] = [];
  #mayProceed = false;
  #closedBy: Error | undefined;
  #begin: () => void = () => undefined;
  readonly begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });

  constructor(group: GroupAhead, queuedAt: number) {
    this.#group = group;
    this.#queuedAt = queuedAt;
  }

  readonly execute: Execute = (sql, bindings, use, isUnawaited = false) => {
    if (this.#closedBy) throw this.#closedBy;
    const run = () => this.#group.reads.execute(this.#queuedAt, sql, bindings, use, isUnawaited);
    if (this.#mayProceed) return run();
    if (!isUnawaited && this.#held.length === 0 && isEarly(sql, use)) return this.#readEarly(sql, bindings, use);
    const later = async () => run();
    const result = new Promise<Result>((resolve, reject) => this.#held.push({ run: () => resolve(later()), reject }));
    if (!isUnawaited) return result;
    result.catch(() => undefined);
    return nothing;
  };

  /** Called when all earlier units have ended. */
  proceed(): void {
    this.#mayProceed = true;
    this.#begin();
    for (const read of this.#early) read.resolve(this.#resultOf(read));
    for (const { run } of this.#held) run();
  }

  /** What waits fails, and so does every later statement. */
  close(error: Error): void {
    this.#closedBy = error;
    if (this.#mayProceed) return;
    for (const { resolve } of this.#early) resolve(Promise.reject(error));
    for (const { reject } of this.#held) reject(error);
  }

  #readEarly(sql: string, bindings: readonly unknown[], use: Use): Promise<Result> {
    const sent = this.#group.reads.read(this.#queuedAt, sql, bindings, use);
    // The transaction notes an error; whoever waits for the rows may not have begun to.
    sent.result.catch(() => undefined);
    return new Promise((resolve) => this.#early.push({ sent, bindings, use, resolve }));
  }

  #resultOf({ sent, bindings, use }: EarlyRead): Promise<Result> {
    const { reads, repetitions } = this.#group;
    if (!reads.isOutdated(sent)) return sent.result;
    const { result } = reads.read(this.#queuedAt, sent.sql, bindings, use);
    if (sent.isRepeated) return result;
    repetitions.push(isSame(sent.result, result));
    return sent.result;
  }
}

/** Whether both reads have the same rows; a failed one has none. */
const isSame = async (...results: readonly Promise<Result>[]): Promise<boolean> => {
  try {
    const [one, other] = await Promise.all(results);
    return isDeepStrictEqual(one!.rows, other!.rows);
  } catch {
    return false;
  }
};
