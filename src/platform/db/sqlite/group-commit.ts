import type { Log } from '../../log.ts';
import type { Unit, Urgency } from '../database.ts';
import type { SqliteConnection } from './connection.ts';
import type { WrittenTables } from './written-tables.ts';
import { runHooks, runUnit } from '../unit.ts';

/** The outcome of a unit of work. */
interface Outcome {
  /** Settles the promise of the unit; called once the group is durable. */
  readonly settle: () => void;
  /** Whether it failed, and its writes are still part of the transaction. */
  readonly hasStrayWrites: boolean;
}

interface Job {
  run(mode: Mode): Promise<Outcome>;
  fail(error: unknown): void;
}

/** With savepoints, each unit of a group can be rolled back alone. */
type Mode = 'plain' | 'savepoints';

const maxUnits = 100;
const maxGroupMs = 25;

/** Commits a group that wrote to these tables. */
export type Commit = (commit: () => void, tables: WrittenTables) => void;

/**
 * Runs the units of work of SQLite in groups: BEGIN, one unit after the other, COMMIT; then their promises settle in
 * order. So ten writers cost one fsync. Savepoints would slow down a successful group by a tenth: only if a unit fails
 * after writing something is the group rolled back and run again, with a savepoint for each unit.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #timeLimitMs: number;
  readonly #log: Log;
  readonly #commit: Commit;
  readonly #queue: Job[] = [];
  readonly #listeners: (() => void)[] = [];
  #draining: Promise<void> | undefined;

  constructor(writer: SqliteConnection, options: { timeLimitMs: number; log: Log; commit: Commit }) {
    this.#writer = writer;
    this.#timeLimitMs = options.timeLimitMs;
    this.#log = options.log;
    this.#commit = options.commit;
  }

  transaction<T>(work: (unit: Unit) => Promise<T>, urgency: Urgency): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job: Job = { run: (mode) => this.#run(work, mode, resolve, reject), fail: reject };
      if (urgency === 'urgent') this.#queue.unshift(job);
      else this.#queue.push(job);
      this.#draining ??= this.#drain();
    });
  }

  /** Calls the listener before each group begins: what it writes is committed with the group. */
  onGroup(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    do {
      // Units started in this iteration of the event loop join the group, and requests can run between groups.
      await new Promise(setImmediate);
      // After that iteration, in which responses are sent: the audit entries of those requests join the group too.
      for (const listener of this.#listeners) listener();
      await this.#commitGroup();
    } while (this.#queue.length > 0);
    this.#draining = undefined;
  }

  async #commitGroup(): Promise<void> {
    const group: Job[] = [];
    let outcomes: Outcome[];
    try {
      this.#writer.run('BEGIN IMMEDIATE');
      outcomes = await this.#runQueue(group);
      if (outcomes.some(({ hasStrayWrites }) => hasStrayWrites)) {
        this.#writer.run('ROLLBACK');
        this.#writer.run('BEGIN IMMEDIATE');
        outcomes = [];
        for (const job of group) outcomes.push(await job.run('savepoints'));
      }
      this.#commit(() => this.#writer.run('COMMIT'), this.#writer.takeWrittenTables());
    } catch (error) {
      // For example a full disk or a lost lock: nothing of this group is durable, so all of its units fail.
      this.#writer.rollback();
      for (const job of group.length > 0 ? group : this.#queue.splice(0)) job.fail(error);
      return;
    }
    for (const { settle } of outcomes) settle();
  }

  /** Moves units from the queue to the group and runs them, up to the limits or to the first with stray writes. */
  async #runQueue(group: Job[]): Promise<Outcome[]> {
    const started = performance.now();
    const outcomes: Outcome[] = [];
    const runWaiting = async (): Promise<void> => {
      while (this.#queue.length > 0 && group.length < maxUnits && performance.now() - started < maxGroupMs) {
        const job = this.#queue.shift()!;
        group.push(job);
        outcomes.push(await job.run('plain'));
        if (outcomes.at(-1)!.hasStrayWrites) break;
      }
    };
    await runWaiting();
    // Requests that arrived while these units ran join the group, instead of a commit of their own.
    await new Promise(setImmediate);
    if (!outcomes.at(-1)?.hasStrayWrites) await runWaiting();
    return outcomes;
  }

  async #run<T>(
    work: (unit: Unit) => Promise<T>,
    mode: Mode,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Promise<Outcome> {
    if (mode === 'savepoints') this.#writer.run('SAVEPOINT unit');
    const before = this.#writer.writeCount;
    try {
      const { value, hooks } = await runUnit(
        'better-sqlite3',
        this.#writer.execute,
        { timeLimitMs: this.#timeLimitMs },
        work,
      );
      if (mode === 'savepoints') this.#writer.run('RELEASE unit');
      const settle = (): void => {
        runHooks(hooks, this.#log);
        resolve(value);
      };
      return { settle, hasStrayWrites: false };
    } catch (error) {
      // Some failures (a full disk) end the whole transaction by themselves, and the savepoint with it.
      if (!this.#writer.raw.inTransaction) throw error;
      if (mode === 'savepoints') {
        this.#writer.run('ROLLBACK TO unit');
        this.#writer.run('RELEASE unit');
      }
      return { settle: () => reject(error), hasStrayWrites: mode === 'plain' && this.#writer.writeCount > before };
    }
  }
}
