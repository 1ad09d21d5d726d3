import type pg from 'pg';
import type { Key } from '../database.ts';
import type { Writer } from '../group-commit.ts';
import type { StorageHealth } from '../health.ts';
import type { Execute } from '../knex/queries.ts';
import { locksOf, lockSql } from '../locks.ts';
import { GroupReads } from './group-reads.ts';
import { Lease } from './lease.ts';
import type { PostgresServers } from './servers.ts';
import { statementOf, type Statement } from './statements.ts';
import { begin, PostgresTransaction } from './transaction.ts';

interface Connections {
  readonly pool: pg.Pool;
  readonly servers: PostgresServers;
  readonly health: StorageHealth;
}

/** The statements that begin a transaction which changes what the keys stand for. */
const firstStatements = (keys: readonly Key[]): readonly Statement[] => {
  const locks = locksOf(keys);
  if (locks.length === 0) return [begin];
  const names = locks.map(({ name }) => name);
  return [begin, statementOf(lockSql(locks), names, 'often')];
};

/** Writes what the keys stand for: each transaction on a connection of the pool, while nobody else changes that. */
export class PostgresWriter implements Writer {
  readonly dialect = 'pg';
  /** A failed transaction is open until it is rolled back. */
  readonly isOver = false;
  readonly #connections: Connections;
  readonly #first: readonly Statement[];
  #lease: Lease;
  #transaction: PostgresTransaction;
  #reads = new GroupReads();

  constructor(connections: Connections, keys: readonly Key[]) {
    this.#connections = connections;
    this.#first = firstStatements(keys);
    [this.#lease, this.#transaction] = this.#create();
  }

  readonly execute: Execute = (...args) => this.#reads.execute(this.#transaction.execute, ...args);

  get isFailed(): boolean {
    return this.#transaction.isFailed;
  }

  begin(): void {
    [this.#lease, this.#transaction] = this.#create();
    this.#reads = new GroupReads();
  }

  beginUnit(queuedAt: number): void {
    this.#reads.usableSince = queuedAt;
  }

  async commit(): Promise<void> {
    try {
      await this.#transaction.commit();
      this.#lease.release();
    } catch (error) {
      this.#lease.note(error);
      throw error;
    }
  }

  /** The connection is returned to the pool without an open transaction, or not at all. */
  async rollback(): Promise<void> {
    const [lease, transaction] = [this.#lease, this.#transaction];
    lease.note(transaction.failure);
    await transaction.rollback().catch(() => lease.markBroken());
    lease.release();
  }

  savepoint(): void {
    this.#transaction.savepoint();
  }

  release(): Promise<void> {
    return this.#transaction.release();
  }

  rollbackToSavepoint(): Promise<void> {
    this.#reads.clear();
    return this.#transaction.rollbackToSavepoint();
  }

  #create(): [Lease, PostgresTransaction] {
    const { pool, servers, health } = this.#connections;
    const lease = new Lease(pool, servers);
    return [lease, new PostgresTransaction(lease.connect, health, this.#first)];
  }
}
