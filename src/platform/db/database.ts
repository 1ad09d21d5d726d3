import type { Db } from './knex/queries.ts';

/**
 * What a transaction changes. Transactions with a common key run one after another, in the order of arrival. What a key is
 * within cannot change meanwhile, but others within the same can.
 */
export interface Key {
  readonly name: string;
  /** The names of the keys that it is within, the widest first. */
  readonly within: readonly string[];
}

/** What a unit of work may use: the handle of its transaction, and hooks that run once it is durable. */
export interface Unit {
  readonly db: Db;
  readonly afterCommit: (hook: () => void) => void;
  /** Adds keys that were not known before. Unless the transaction has them, it is undone and runs again with them. */
  readonly addKeys: (...keys: readonly Key[]) => void;
}

/** Reads one committed state: the last one when the first statement is executed. It cannot write. */
export interface Snapshot {
  readonly db: Db;
  /** How many statements were executed, without those of `onBegin`. */
  readonly statements: number;
  /** Call it as soon as nothing more is read, because it has a connection, and a time limit. */
  end(): void;
}

/**
 * `urgent` units of work are those that requests wait for: on SQLite they go to the front of the queue, on PostgreSQL
 * they have separate connections.
 */
export type Urgency = 'ordinary' | 'urgent';

/**
 * The interface to the database, the same for SQLite and PostgreSQL. A unit of work may run more than once, so it must
 * use nothing but its `Unit`; it has a time limit.
 */
export interface Database {
  /** Whether every statement is a round trip to another process. */
  readonly isRemote: boolean;
  /** Reads committed data; cannot write. */
  readonly read: Db;
  /** Reads with one statement, which needs no snapshot; a second one throws what `onSecond` returns. */
  oneStatement(onSecond: () => Error): Db;
  /**
   * Reads with several statements as if with one; costs nothing until the first. `onBegin` is called with that one, and
   * sends its own statements together with it; if it fails, so does the first statement.
   */
  snapshot(onBegin: (db: Db) => Promise<void>): Snapshot;
  /** Runs the work in a transaction that changes what the keys stand for; resolves when it is durable. */
  transaction<T>(of: Key | readonly Key[], work: (unit: Unit) => T | Promise<T>, urgency?: Urgency): Promise<T>;
  /** How many urgent units can be committed concurrently; others wait. */
  readonly commitsAtOnce: number;
  /**
   * Calls the listener before each group of units begins: what it writes is committed with the group. Only SQLite
   * commits in groups.
   */
  onGroup(listener: () => void): void;
  /** Notifies other nodes; undefined if there can be only one node. */
  readonly channel: Channel | undefined;
  /** The connections for transactions and long reads; undefined without a server. */
  readonly pool?: () => PoolState;
  /** Throws 503 while the stored data is damaged or the disk is full. */
  check(): Promise<void>;
  describe(): Promise<DatabaseFacts>;
  close(): Promise<void>;
}

export interface PoolState {
  readonly busy: number;
  readonly idle: number;
  readonly max: number;
  /** How many wait for a connection. */
  readonly waiting: number;
}

/** What an administrator wants to know about the database. */
export interface DatabaseFacts {
  readonly kind: 'sqlite' | 'postgres';
  readonly version: string;
  /** The size of the database. */
  readonly bytes: number;
  /** The free space on its disk; null if that is on another machine. */
  readonly freeBytes: number | null;
}

export interface Listener {
  readonly onMessage: (text: string) => void;
  /** Called after the first connection and after every reconnection, before which messages may have been missed. */
  readonly onConnected: () => void;
}

export interface Channel {
  /** Listens until the returned function is called; reconnects when the connection is lost. */
  listen(name: string, listener: Listener): Promise<() => Promise<void>>;
}

/** How long one unit of work may take before it is rolled back. */
export const unitTimeLimitMs = 10_000;
