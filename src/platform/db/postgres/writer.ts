import type pg from 'pg';
import type { Key } from '../database.ts';
import { OutdatedRead } from '../errors.ts';
import type { Writer } from '../group-commit.ts';
import type { StorageHealth } from '../health.ts';
import type { Execute } from '../knex/queries.ts';
import { locksOf, lockSql } from '../locks.ts';
import { GroupReads } from './group-reads.ts';
import { Lease } from './lease.ts';
import { ReadAhead, type GroupAhead } from './read-ahead.ts';
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

/** A transaction, and what its units share. */
interface Group extends GroupAhead {
  readonly lease: Lease;
  readonly transaction: PostgresTransaction;
  readonly ahead: ReadAhead[];
}

/** Writes what the keys stand for: each transaction on a connection of the pool, while nobody else changes that. */
export class PostgresWriter implements Writer {
  readonly dialect = 'pg';
  /** A failed transaction is open until it is rolled back. */
  readonly isOver = false;
  readonly #connections: Connections;
  readonly #first: readonly Statement[];
  #group: Group;
  /** Rows that were read earlier are read again. */
  #usableSince = 0;

  constructor(connections: Connections, keys: readonly Key[]) {
    this.#connections = connections;
    this.#first = firstStatements(keys);
    this.#group = this.#newGroup();
  }

  readonly execute: Execute = (...args) => this.#group.reads.execute(this.#usableSince, ...args);

  get isFailed(): boolean {
    return this.#group.transaction.isFailed;
  }

  begin(): void {
    this.#group = this.#newGroup();
  }

  beginUnit(queuedAt: number): void {
    this.#usableSince = queuedAt;
  }

  readAhead(queuedAt: number): ReadAhead {
    const unit = new ReadAhead(this.#group, queuedAt);
    this.#group.ahead.push(unit);
    return unit;
  }

  async commit(): Promise<void> {
    const { repetitions, transaction, lease } = this.#group;
    const areSame = await Promise.all(repetitions);
    // If a statement has failed, the commit says so.
    if (areSame.includes(false) && !transaction.isFailed) throw new OutdatedRead();
    try {
      await transaction.commit();
      lease.release();
    } catch (error) {
      lease.note(error);
      throw error;
    }
  }

  /** The connection is returned to the pool without an open transaction, or not at all. */
  async rollback(): Promise<void> {
    const { ahead, transaction, lease } = this.#group;
    for (const unit of ahead) unit.close(new OutdatedRead());
    lease.note(transaction.failure);
    await transaction.rollback().catch(() => lease.markBroken());
    lease.release();
  }

  savepoint(): void {
    this.#group.transaction.savepoint();
  }

  release(): Promise<void> {
    return this.#group.transaction.release();
  }

  rollbackToSavepoint(): Promise<void> {
    const { reads, transaction } = this.#group;
    reads.clear();
    return transaction.rollbackToSavepoint();
  }

  #newGroup(): Group {
    const { pool, servers, health } = this.#connections;
    const lease = new Lease(pool, servers);
    const transaction = new PostgresTransaction(lease.connect, health, this.#first);
    const reads = new GroupReads(transaction.execute);
    return { lease, transaction, reads, repetitions: [], ahead: [] };
  }
}
