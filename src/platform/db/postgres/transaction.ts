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

const prepared = (text: string, ...values: string[]): Statement => ({ text, values, name: text });
export const begin = prepared('BEGIN');
/** All statements read the state of the first. */
export const beginSnapshot = prepared('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
const commit = prepared('COMMIT');
const rollback = prepared('ROLLBACK');
const savepoint = prepared('SAVEPOINT unit');
const release = prepared('RELEASE unit');
const rollbackToSavepoint = prepared('ROLLBACK TO unit');

/**
 * A transaction on one connection. Statements whose results nobody needs are sent with the next one that is awaited, or
 * with the commit; so are the first ones, which begin it.
 */
export class PostgresTransaction {
  readonly #pipeline: Pipeline;
  readonly #health: StorageHealth;
  readonly #first: readonly Statement[];
  /** The error of a statement; all statements after it fail because of it. */
  #failure: { readonly error: unknown } | undefined;
  #hasBegun = false;

  constructor(connect: () => Promise<pg.ClientBase>, health: StorageHealth, first: readonly Statement[]) {
    this.#pipeline = new Pipeline(connect);
    this.#health = health;
    this.#first = first;
  }

  readonly execute: Execute = (text, bindings, use, isUnawaited = false) => {
    const statement = statementOf(text, bindings, use);
    this.#begin();
    if (!isUnawaited) return this.#run(statement);
    this.#hold(statement);
    return nothing;
  };

  get isFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** The error of the first statement that failed. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  async commit(): Promise<void> {
    if (!this.#hasBegun) return;
    // Without a connection nothing was sent, so the outcome is known.
    await this.#pipeline.connect();
    const { tag } = await this.#pipeline.run(commit).catch((error: unknown) => {
      if (isOutcomeUnknown(error)) throw new CommitOutcomeUnknown(error);
      throw this.#noteFailure(error);
    });
    // PostgreSQL responds to the COMMIT of a failed transaction with a rollback, not with an error.
    if (tag !== 'COMMIT') throw this.#noteFailure(new Error(`the transaction ended with ${tag}`));
  }

  async rollback(): Promise<void> {
    if (this.#pipeline.isUsed) await this.#pipeline.run(rollback);
  }

  savepoint(): void {
    this.#begin();
    this.#hold(savepoint);
  }

  async release(): Promise<void> {
    await this.#run(release);
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.#pipeline.run(rollbackToSavepoint).catch((error: unknown) => {
      throw this.#noteFailure(error);
    });
    this.#failure = undefined;
    this.#hold(release);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const statement of this.#first) this.#hold(statement);
  }

  async #run(statement: Statement): Promise<Result> {
    try {
      return await this.#pipeline.run(statement);
    } catch (error) {
      throw this.#noteFailure(error);
    }
  }

  /** Its error is noted before the next statement of the batch fails because of it. */
  #hold(statement: Statement): void {
    this.#pipeline.hold({ statement, onResult: ignore, onError: (error) => void this.#noteFailure(error) });
  }

  /** Returns the first error. */
  #noteFailure(error: unknown): unknown {
    this.#failure ??= { error: isSerializationFailure(error) ? error : this.#health.note(error) };
    return this.#failure.error;
  }
}
