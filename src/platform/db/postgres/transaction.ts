import pg from 'pg';
import { CommitOutcomeUnknown, isSerializationFailure } from '../errors.ts';
import type { StorageHealth } from '../health.ts';
import type { Execute, Result } from '../knex/queries.ts';
import { Pipeline } from './pipeline.ts';
import { statementOf, type Statement } from './statements.ts';

/**
 * Whether the commit may have succeeded although it failed here: the connection was lost, or the server is shutting
 * down.
 */
const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');

const ignore = (): void => undefined;
const nothing = { rows: [], affected: 0 };

const prepared = (text: string): Statement => ({ text, values: [], name: text });
const begin = prepared('BEGIN');
/** All statements read the state of the first. */
export const beginSnapshot = prepared('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
const commit = prepared('COMMIT');
const rollback = prepared('ROLLBACK');

/** A statement whose result nobody needs. */
export interface HeldStatement {
  readonly statement: Statement;
  /** Whether one is enough in several transactions that are committed as one: a lock, with what it checks. */
  readonly isOnce: boolean;
}

/**
 * A transaction: BEGIN is sent with the first statement that is awaited, and COMMIT with the held ones. One that awaits
 * no statement is a single batch.
 */
export class PostgresTransaction {
  readonly #pipeline: Pipeline;
  readonly #health: StorageHealth;
  readonly #beginning: Statement;
  /** The error of a statement that nobody awaits; all statements after it fail because of it. */
  #failure: { readonly error: unknown } | undefined;
  /** The statements before the first one that is awaited. */
  #unsent: HeldStatement[] = [];
  #hasBegun = false;

  constructor(connect: () => Promise<pg.ClientBase>, health: StorageHealth, beginning = begin) {
    this.#pipeline = new Pipeline(connect);
    this.#health = health;
    this.#beginning = beginning;
  }

  readonly execute: Execute = (text, bindings, use, sending) => {
    const statement = statementOf(text, bindings, use);
    if (sending === undefined) return this.#run(statement);
    this.hold({ statement, isOnce: sending === 'once' });
    return nothing;
  };

  hold(held: HeldStatement): void {
    if (this.#hasBegun) this.#hold(held.statement);
    else this.#unsent.push(held);
  }

  /** Whether a statement was awaited. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Returns the statements of a transaction that has not begun, which is empty afterwards. */
  takeHeld(): readonly HeldStatement[] {
    return this.#unsent.splice(0);
  }

  async commit(): Promise<void> {
    if (!this.#hasBegun && this.#unsent.length === 0) return;
    this.#begin();
    // Without a connection nothing was sent, so the outcome is known.
    await this.#pipeline.connect();
    const { tag } = await this.#pipeline.run(commit).catch((error: unknown) => {
      if (isOutcomeUnknown(error)) throw new CommitOutcomeUnknown(error);
      throw this.#failure ? this.#failure.error : error;
    });
    if (tag === 'COMMIT') return;
    // PostgreSQL answers the COMMIT of a failed transaction with a rollback, not with an error.
    if (this.#failure) throw this.#failure.error;
    throw new Error(`the transaction ended with ${tag}`);
  }

  async rollback(): Promise<void> {
    if (this.#pipeline.isUsed) await this.#pipeline.run(rollback);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#hold(this.#beginning);
    for (const { statement } of this.#unsent) this.#hold(statement);
    this.#unsent = [];
  }

  async #run(statement: Statement): Promise<Result> {
    this.#begin();
    try {
      return await this.#pipeline.run(statement);
    } catch (error) {
      throw this.#failure ? this.#failure.error : this.#translate(error);
    }
  }

  /** Its error is noted before the next statement of the batch fails because of it. */
  #hold(statement: Statement): void {
    this.#pipeline.hold({ statement, onResult: ignore, onError: this.#noteFailure });
  }

  readonly #noteFailure = (error: unknown): void => {
    this.#failure ??= { error: this.#translate(error) };
  };

  #translate(error: unknown): unknown {
    return isSerializationFailure(error) ? error : this.#health.note(error);
  }
}
