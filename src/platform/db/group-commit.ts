import type { Log } from '../log.ts';
import type { Unit, Writes } from './database.ts';
import { translate } from './errors.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { runHooks, runUnit } from './unit.ts';

interface Job {
  /** Does the work in a savepoint, and gives what to do once the group is durable. */
  run(): Promise<() => void>;
  readonly writes: Writes;
  fail(error: unknown): void;
}

const maxUnits = 100;
const maxGroupMs = 25;

/** Commits what a group has written. */
export type Commit = (commit: () => void, writes: Writes) => void;

/**
 * The writers of SQLite, in one queue: BEGIN, a savepoint for each unit of work, COMMIT, and only then the answers, in order.
 * Ten writers cost one fsync, and a unit that fails rolls back alone.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #timeLimitMs: number;
  readonly #log: Log;
  readonly #commit: Commit;
  readonly #queue: Job[] = [];
  #draining: Promise<void> | undefined;

  constructor(writer: SqliteConnection, options: { timeLimitMs: number; log: Log; commit: Commit }) {
    this.#writer = writer;
    this.#timeLimitMs = options.timeLimitMs;
    this.#log = options.log;
    this.#commit = options.commit;
  }

  transaction<T>(work: (unit: Unit) => Promise<T>, writes: Writes): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run: () => this.#inSavepoint(work, resolve, reject), writes, fail: reject });
      this.#draining ??= this.#drain();
    });
  }

  async close(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    do {
      // Let everybody of this turn of the event loop join the group, and everybody else have their turn between groups.
      await new Promise(setImmediate);
      await this.#commitGroup();
    } while (this.#queue.length > 0);
    this.#draining = undefined;
  }

  async #commitGroup(): Promise<void> {
    const started = performance.now();
    const group: Job[] = [];
    const settle: (() => void)[] = [];
    try {
      this.#writer.run('BEGIN IMMEDIATE');
      while (this.#queue.length > 0 && group.length < maxUnits && performance.now() - started < maxGroupMs) {
        const job = this.#queue.shift()!;
        group.push(job);
        settle.push(await job.run());
      }
      this.#commit(() => this.#writer.run('COMMIT'), group.every(({ writes }) => writes === 'traces') ? 'traces' : 'content');
    } catch (error) {
      // A full disk or a lost lock: nothing of this group is durable, so nobody in it may hear otherwise.
      if (this.#writer.raw.inTransaction) this.#writer.raw.exec('ROLLBACK');
      for (const job of group.length > 0 ? group : this.#queue.splice(0)) job.fail(translate(error));
      return;
    }
    for (const tell of settle) tell();
  }

  async #inSavepoint<T>(work: (unit: Unit) => Promise<T>, resolve: (value: T) => void, reject: (error: unknown) => void): Promise<() => void> {
    this.#writer.run('SAVEPOINT unit');
    try {
      const { value, hooks } = await runUnit('better-sqlite3', this.#writer.execute, this.#timeLimitMs, work);
      this.#writer.run('RELEASE unit');
      return () => {
        runHooks(hooks, this.#log);
        resolve(value);
      };
    } catch (error) {
      // Some failures (a full disk) end the whole transaction by themselves, and the savepoint with it.
      if (!this.#writer.raw.inTransaction) throw error;
      this.#writer.run('ROLLBACK TO unit');
      this.#writer.run('RELEASE unit');
      return () => reject(error);
    }
  }
}
