import type { Log } from '../log.ts';
import type { Unit } from './database.ts';
import { isSerializationFailure } from './errors.ts';
import type { Dialect } from './knex/native.ts';
import { createDb, newWriting, runLastSteps, type Execute, type Writing } from './knex/queries.ts';
import { runHooks, runUnit } from './unit.ts';

/** The connection on which the units of a group run, one group after another. */
export interface Writer {
  readonly dialect: Dialect;
  readonly execute: Execute;
  /** Whether a statement has failed, and made every later one of the transaction fail. */
  readonly isFailed: boolean;
  /** Whether the database has ended the transaction by itself, because of a failure. */
  readonly isOver: boolean;
  begin(): void | Promise<void>;
  /** Called before each unit. What was read since it was queued need not be read again for it. */
  beginUnit?(queuedAt: number): void;
  /** Begins a unit that may read while earlier ones of the group run; without it, one begins when the other has ended. */
  readAhead?(queuedAt: number): UnitAhead;
  commit(): void | Promise<void>;
  /** Ends the transaction, also one that has failed or that the database has ended by itself. */
  rollback(): void | Promise<void>;
  savepoint(): void | Promise<void>;
  release(): void | Promise<void>;
  rollbackToSavepoint(): void | Promise<void>;
}

/** A unit that waits for earlier ones once it has read. */
export interface UnitAhead {
  readonly execute: Execute;
  /** Resolves when the unit may proceed: its time limit does not include waiting for earlier ones. */
  readonly begun: Promise<void>;
  /** Called when all earlier units have ended. */
  proceed(): void;
}

/** What a unit executes its statements with. */
type Statements = Pick<UnitAhead, 'execute'> & { readonly begun?: Promise<void> | undefined };

/** The outcome of a unit of work. */
interface Outcome {
  /** Settles the promise of the unit; called once the group is durable. */
  readonly settle: () => void;
  /** Undefined unless the unit failed. */
  readonly error?: unknown;
  /** Whether it failed and its group cannot be committed: its writes are in it, or the transaction has failed. */
  readonly isSpoiling: boolean;
  /** What it leaves to do before the commit. */
  readonly lastSteps?: Writing['lastSteps'];
}

/** A unit that has begun. */
interface Started {
  readonly proceed: () => void;
  readonly outcome: Promise<Outcome>;
}

/** With savepoints, each unit of a group can be rolled back alone. */
type Mode = 'plain' | 'savepoints';

interface Job {
  /** Begins it, so that it reads while earlier units run, if the writer can. */
  start(): Started;
  runAgain(): Promise<Outcome>;
  fail(error: unknown): void;
}

interface Options {
  readonly timeLimitMs: number;
  readonly log: Log;
  readonly addKeys: Unit['addKeys'];
  /** Called before each group begins: what it adds is part of the group. */
  readonly onGroup?: () => void;
  /** Called when nothing is left to do. */
  readonly onIdle?: () => void;
}

const maxUnits = 100;
/** How many units read ahead. */
const maxAhead = 16;
/** How many of them run in one event-loop turn: fewer cost a write to the socket each, more leave PostgreSQL idle. */
const unitsInTurn = 4;
const maxGroupMs = 25;
const maxTries = 10;

/** Exponential backoff with a random delay, so that colliding transactions do not retry at the same time. */
const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(tries, 6)));

/**
 * Runs units of work in groups: BEGIN, one unit after the other, COMMIT; then their promises settle in order. So ten
 * writers cost one write to the disk. Savepoints would slow down a successful group: only if a unit fails after writing
 * something is the group rolled back and run again, with a savepoint for each unit.
 */
export class GroupCommit {
  readonly #writer: Writer;
  readonly #options: Options;
  readonly #queue: Job[] = [];
  /** What the units of the group leave to do before the commit: once for all of them. */
  #lastSteps: Writing['lastSteps'] = new Map();
  #draining: Promise<void> | undefined;

  constructor(writer: Writer, options: Options) {
    this.#writer = writer;
    this.#options = options;
  }

  /** Queues the work; urgent work goes to the front. */
  run<T>(work: (unit: Unit) => T | Promise<T>, isUrgent = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queuedAt = performance.now();
      const run = (mode: Mode, { execute, begun }: Statements): Promise<Outcome> =>
        this.#run({ execute, begun }, work, mode, resolve, reject);
      const job: Job = {
        start: () => {
          const ahead = this.#writer.readAhead?.(queuedAt);
          return ahead
            ? { proceed: () => ahead.proceed(), outcome: run('plain', ahead) }
            : { proceed: () => undefined, outcome: run('plain', this.#writer) };
        },
        runAgain: () => {
          this.#writer.beginUnit?.(queuedAt);
          return run('savepoints', this.#writer);
        },
        fail: reject,
      };
      if (isUrgent) this.#queue.unshift(job);
      else this.#queue.push(job);
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when everything that is queued is done. */
  async close(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    do {
      // Units that are started in this event-loop turn join the group, and requests can run between groups.
      await new Promise(setImmediate);
      // After that turn, in which responses are sent: the audit entries of those requests join the group too.
      this.#options.onGroup?.();
      await this.#commitGroup();
    } while (this.#queue.length > 0);
    this.#draining = undefined;
    this.#options.onIdle?.();
  }

  async #commitGroup(): Promise<void> {
    const group: Job[] = [];
    let outcomes: readonly Outcome[] | undefined;
    this.#lastSteps = new Map();
    try {
      await this.#writer.begin();
      outcomes = await this.#runQueue(group);
      for (let tries = 1; !(await this.#finish(outcomes, tries)); tries += 1) {
        await this.#writer.begin();
        outcomes = await this.#runAgain(group);
      }
    } catch (error) {
      // For example a full disk or a lost connection: nothing of this group is durable, so all of its units fail.
      await this.#writer.rollback();
      for (const job of group.length > 0 ? group : this.#queue.splice(0)) job.fail(error);
      return;
    }
    for (const { settle } of outcomes) settle();
  }

  /** Commits the group; false if it was rolled back and has to run again. */
  async #finish(outcomes: readonly Outcome[], tries: number): Promise<boolean> {
    const isSpoilt = outcomes.some(({ isSpoiling }) => isSpoiling);
    let failure = outcomes.find(({ error }) => isSerializationFailure(error))?.error;
    if (!isSpoilt && failure === undefined) {
      failure = await this.#commit();
      if (failure === undefined) return true;
    }
    await this.#writer.rollback();
    this.#lastSteps = new Map();
    if (failure === undefined) return outcomes.length === 1;
    const isCollision = isSerializationFailure(failure);
    if (tries >= maxTries || (outcomes.length === 1 && !isCollision)) throw failure as Error;
    if (isCollision) await pause(tries);
    return false;
  }

  /** Returns the error of a step or a statement of one of the units; throws if the commit itself failed. */
  async #commit(): Promise<unknown> {
    try {
      this.#runLastSteps(this.#lastSteps);
    } catch (error) {
      return error;
    }
    try {
      await this.#writer.commit();
      return undefined;
    } catch (error) {
      if (!this.#writer.isFailed && !isSerializationFailure(error)) throw error;
      return error;
    }
  }

  /** Moves units from the queue to the group and runs them, up to the limits or to the first that spoils the group. */
  async #runQueue(group: Job[]): Promise<Outcome[]> {
    const started = performance.now();
    const outcomes: Outcome[] = [];
    const runWaiting = async (): Promise<void> => {
      while (this.#queue.length > 0 && group.length < maxUnits && performance.now() - started < maxGroupMs) {
        const jobs = this.#queue.splice(0, this.#writer.readAhead ? maxAhead : 1);
        const begun = jobs.map((job) => ({ job, ...job.start() }));
        for (const [index, { job, proceed, outcome }] of begun.entries()) {
          group.push(job);
          proceed();
          const ended = await outcome;
          outcomes.push(ended);
          // The others begin again, in the next group.
          if (ended.isSpoiling) return void this.#queue.unshift(...jobs.slice(index + 1));
          for (const [key, step] of ended.lastSteps ?? []) this.#lastSteps.set(key, step);
          // What these have written is executed while the next ones are planned, and other work of the process can run.
          if (index % unitsInTurn === unitsInTurn - 1) await new Promise(setImmediate);
        }
      }
    };
    await runWaiting();
    // Requests that arrived while these units ran join the group, instead of a commit of their own.
    await new Promise(setImmediate);
    if (!outcomes.at(-1)?.isSpoiling) await runWaiting();
    return outcomes;
  }

  #runLastSteps(lastSteps: Writing['lastSteps']): void {
    runLastSteps({ lastSteps }, createDb(this.#writer.dialect, this.#writer.execute, newWriting()));
  }

  async #runAgain(group: readonly Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const job of group) outcomes.push(await job.runAgain());
    return outcomes;
  }

  async #run<T>(
    { execute, begun }: Statements,
    work: (unit: Unit) => T | Promise<T>,
    mode: Mode,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Promise<Outcome> {
    const { log, timeLimitMs, addKeys } = this.#options;
    const { dialect } = this.#writer;
    if (mode === 'savepoints') await this.#writer.savepoint();
    const writing = newWriting();
    try {
      const { value, hooks } = await runUnit({ dialect, execute }, { timeLimitMs, addKeys, writing, begun }, work);
      const settle = (): void => {
        runHooks(hooks, log);
        resolve(value);
      };
      if (mode === 'plain') return { settle, isSpoiling: false, lastSteps: writing.lastSteps };
      // Makes sure that what the unit has written was possible.
      this.#runLastSteps(writing.lastSteps);
      await this.#writer.release();
      return { settle, isSpoiling: false };
    } catch (error) {
      if (this.#writer.isOver) throw error;
      const settle = (): void => reject(error);
      if (mode === 'plain') return { settle, error, isSpoiling: writing.hasWritten || this.#writer.isFailed };
      await this.#writer.rollbackToSavepoint();
      return { settle, error, isSpoiling: false };
    }
  }
}
