import type { Log } from '../../log.ts';
import type { Unit, Urgency } from '../database.ts';
import type { SqliteConnection } from './connection.ts';
import type { WrittenTables } from './written-tables.ts';
import { runHooks, runUnit } from '../unit.ts';

/** What has become of a unit of work. */
interface Outcome {
  /** Says so, once the group is durable. */
  readonly tell: () => void;
  /** It failed, but what it had written is still there. */
  readonly isLeftOver: boolean;
}

interface Job {
  run(manner: Manner): Promise<Outcome>;
  fail(error: unknown): void;
}

/** Apart, each unit of a group has a savepoint, and can be undone alone. */
type Manner = 'together' | 'apart';

const maxUnits = 100;
const maxGroupMs = 25;

/** Commits what a group has written, to these tables. */
export type Commit = (commit: () => void, tables: WrittenTables) => void;

/**
 * The writers of SQLite, in one queue: BEGIN, one unit of work after the other, COMMIT, and only then the answers, in
 * order. Ten writers cost one fsync, and a unit that fails rolls back alone. Savepoints would make a group that
 * succeeds a tenth slower: a group has them only when a unit has failed with something written, and then begins anew.
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
      const job: Job = { run: (manner) => this.#run(work, manner, resolve, reject), fail: reject };
      if (urgency === 'urgent') this.#queue.unshift(job);
      else this.#queue.push(job);
      this.#draining ??= this.#drain();
    });
  }

  /** Runs before each group begins: what it writes is committed with the group. */
  onGroup(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    do {
      // Let everybody of this turn of the event loop join the group, and everybody else have their turn between groups.
      await new Promise(setImmediate);
      // Not before that turn, in which requests are answered: what they leave to be written joins the group too.
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
      outcomes = await this.#runTogether(group);
      if (outcomes.some(({ isLeftOver }) => isLeftOver)) {
        this.#writer.run('ROLLBACK');
        this.#writer.run('BEGIN IMMEDIATE');
        outcomes = [];
        for (const job of group) outcomes.push(await job.run('apart'));
      }
      this.#commit(() => this.#writer.run('COMMIT'), this.#writer.takeWrittenTables());
    } catch (error) {
      // A full disk or a lost lock: nothing of this group is durable, so nobody in it may hear otherwise.
      this.#writer.rollback();
      for (const job of group.length > 0 ? group : this.#queue.splice(0)) job.fail(error);
      return;
    }
    for (const { tell } of outcomes) tell();
  }

  /** As many of the queue as a group may have, until one leaves something over; they are the group then. */
  async #runTogether(group: Job[]): Promise<Outcome[]> {
    const started = performance.now();
    const outcomes: Outcome[] = [];
    while (this.#queue.length > 0 && group.length < maxUnits && performance.now() - started < maxGroupMs) {
      const job = this.#queue.shift()!;
      group.push(job);
      outcomes.push(await job.run('together'));
      if (outcomes.at(-1)!.isLeftOver) break;
    }
    return outcomes;
  }

  async #run<T>(
    work: (unit: Unit) => Promise<T>,
    manner: Manner,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Promise<Outcome> {
    if (manner === 'apart') this.#writer.run('SAVEPOINT unit');
    const before = this.#writer.written;
    try {
      const { value, hooks } = await runUnit('better-sqlite3', this.#writer.execute, this.#timeLimitMs, work);
      if (manner === 'apart') this.#writer.run('RELEASE unit');
      const tell = (): void => {
        runHooks(hooks, this.#log);
        resolve(value);
      };
      return { tell, isLeftOver: false };
    } catch (error) {
      // Some failures (a full disk) end the whole transaction by themselves, and the savepoint with it.
      if (!this.#writer.raw.inTransaction) throw error;
      if (manner === 'apart') {
        this.#writer.run('ROLLBACK TO unit');
        this.#writer.run('RELEASE unit');
      }
      return { tell: () => reject(error), isLeftOver: manner === 'together' && this.#writer.written > before };
    }
  }
}
