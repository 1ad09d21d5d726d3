import pg from 'pg';
import { CommitOutcomeUnknown, isSerializationFailure } from '../errors.ts';
import type { StorageHealth } from '../health.ts';
import type { Execute } from '../knex/queries.ts';
import { Pipeline } from './pipeline.ts';
import { resultOf, statementOf } from './statements.ts';

/**
 * Whether the commit may have succeeded although it failed here: the connection was lost, or the server is shutting
 * down.
 */
const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');

const nothing = { rows: [], affected: 0 };

/** A transaction: BEGIN is sent with the first statement, and COMMIT with the held ones. */
export class PostgresTransaction {
  readonly #pipeline: Pipeline;
  readonly #health: StorageHealth;
  /** The error of a statement that nobody awaits; all statements after it fail because of it. */
  #failure: { readonly error: unknown } | undefined;
  #lastHeld: Promise<void> | undefined;
  #hasBegun = false;

  constructor(client: pg.ClientBase, health: StorageHealth) {
    this.#pipeline = new Pipeline(client);
    this.#health = health;
  }

  readonly execute: Execute = (text, bindings, use, sending) => {
    this.#begin();
    const statement = statementOf(text, bindings, use);
    if (sending !== 'held') return this.#run(statement);
    this.#hold(statement);
    return nothing;
  };

  async commit(): Promise<void> {
    if (!this.#hasBegun) return;
    const { command } = await this.#pipeline.run('COMMIT').catch((error: unknown) => {
      if (isOutcomeUnknown(error)) throw new CommitOutcomeUnknown(error);
      throw error;
    });
    if (command === 'COMMIT') return;
    // PostgreSQL answers the COMMIT of a failed transaction with a rollback, not with an error.
    await this.#lastHeld;
    if (this.#failure) throw this.#failure.error;
    throw new Error(`the transaction ended with ${command}`);
  }

  async rollback(): Promise<void> {
    if (this.#hasBegun) await this.#pipeline.run('ROLLBACK');
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#hold('BEGIN');
  }

  async #run(statement: pg.QueryConfig): Promise<ReturnType<typeof resultOf>> {
    try {
      return resultOf(await this.#pipeline.run(statement));
    } catch (error) {
      await this.#lastHeld;
      throw this.#failure ? this.#failure.error : this.#translate(error);
    }
  }

  #hold(statement: string | pg.QueryConfig): void {
    this.#lastHeld = this.#pipeline.hold(statement).then(
      () => undefined,
      (error: unknown) => void (this.#failure ??= { error: this.#translate(error) }),
    );
  }

  #translate(error: unknown): unknown {
    return isSerializationFailure(error) ? error : this.#health.note(error);
  }
}
