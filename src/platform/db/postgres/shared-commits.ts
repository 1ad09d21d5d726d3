import { ServiceError } from '../../errors.ts';
import { isLockTimeout } from '../errors.ts';
import { createDb, runLastSteps, type SharedEnding } from '../knex/queries.ts';
import { keyOf } from './statements.ts';
import type { HeldStatement, PostgresTransaction } from './transaction.ts';

/** A transaction that awaited none of its statements. */
interface Member {
  readonly ending: SharedEnding;
  readonly statements: readonly HeldStatement[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type InTransaction = (work: (transaction: PostgresTransaction) => Promise<void>) => Promise<void>;

const maxMembers = 20;

/** A row that somebody keeps locked, for example to delete many folders, delays others no longer than this. */
const lockTimeout = "SET LOCAL lock_timeout = '250ms'";

/** One of the transactions failed, or could not get its lock: each runs again, alone. */
class SharedCommitFailed extends Error {
  override readonly name = 'SharedCommitFailed';
  readonly code = '40001';
}

/**
 * Commits transactions of the same key one after another; those that wait are one transaction. PostgreSQL keeps row locks
 * until a commit is on the disk, so ten writers of one project would need ten waits for the disk, ten times the same
 * locks, and ten sockets ("update secret" and "create secret" of the benchmark: half of the processor time).
 */
export class SharedCommits {
  readonly #inTransaction: InTransaction;
  readonly #queues = new Map<string, Member[]>();

  constructor(inTransaction: InTransaction) {
    this.#inTransaction = inTransaction;
  }

  commit(ending: SharedEnding, statements: readonly HeldStatement[]): Promise<void> {
    const { key } = ending.sharing;
    return new Promise((resolve, reject) => {
      const member = { ending, statements, resolve, reject };
      const queue = this.#queues.get(key);
      if (queue) queue.push(member);
      else void this.#drain(key, [member]);
    });
  }

  async #drain(key: string, queue: Member[]): Promise<void> {
    this.#queues.set(key, queue);
    while (queue.length > 0) {
      // Transactions that end in this turn of the event loop are part of it.
      await new Promise(setImmediate);
      await this.#commit(queue.splice(0, maxMembers));
    }
    this.#queues.delete(key);
  }

  async #commit(members: readonly Member[]): Promise<void> {
    try {
      await this.#inTransaction(async (transaction) => holdAll(transaction, members));
      for (const { resolve } of members) resolve();
    } catch (error) {
      const isFinal = !isLockTimeout(error) && (members.length === 1 || error instanceof ServiceError);
      for (const { reject } of members)
        reject(isFinal ? error : new SharedCommitFailed('a shared commit failed', { cause: error }));
    }
  }
}

/** Members that lock the same row keep their order. */
const compareLocked = ({ ending: { sharing: one } }: Member, { ending: { sharing: other } }: Member): number => {
  if (one.locked === other.locked) return 0;
  return one.locked < other.locked ? -1 : 1;
};

/** Holds the statements of all members, without what one of them does for all. */
const holdAll = (transaction: PostgresTransaction, members: readonly Member[]): void => {
  // In the same order as other transactions that lock several rows, so that no two deadlock.
  const ordered = members.toSorted(compareLocked);
  void transaction.execute(lockTimeout, [], 'often', 'held');
  const done = new Set<string>();
  for (const held of ordered.flatMap(({ statements }) => statements)) {
    const key = held.isOnce ? keyOf(held.statement) : undefined;
    if (key !== undefined && done.has(key)) continue;
    if (key !== undefined) done.add(key);
    transaction.hold(held);
  }
  const lastSteps = new Map(members.flatMap(({ ending }) => [...ending.lastSteps]));
  runLastSteps({ lastSteps }, createDb('pg', transaction.execute, { lastSteps: new Map() }));
};
