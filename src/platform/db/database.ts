import type { Db } from './knex/queries.ts';

/** What a unit of work may use: a handle bound to its transaction, and hooks that run once it is durable. */
export interface Unit {
  readonly db: Db;
  readonly afterCommit: (hook: () => void) => void;
}

/**
 * `urgent` units of work are those that requests wait for: on SQLite they come before every other unit in the queue, on
 * PostgreSQL they have connections of their own.
 */
export type Urgency = 'ordinary' | 'urgent';

/**
 * The one way to the database, the same for SQLite and PostgreSQL.
 * A unit of work may run more than once, so it touches nothing but its `Unit`, and it has a time limit.
 */
export interface Database {
  /** Sees what is committed, and cannot write. */
  readonly read: Db;
  /** All of the work or none of it; resolves when it is durable. */
  transaction<T>(work: (unit: Unit) => Promise<T>, urgency?: Urgency): Promise<T>;
  /** How many commits of urgent units may be in progress at once; the next one waits. */
  readonly commitsAtOnce: number;
  /**
   * `listener` runs before each group of units is committed, and what it writes joins the group. Only SQLite commits in
   * groups.
   */
  onGroup(listener: () => void): void;
  /** What tells other nodes of a commit; undefined where there is but one. */
  readonly channel: Channel | undefined;
  /** 503 while what is stored is damaged, or the disk is full. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Listener {
  readonly onMessage: (text: string) => void;
  /** At first, and after each time that the connection was lost: messages may have been missed. */
  readonly onConnected: () => void;
}

export interface Channel {
  /** Until the way that it gives is used; a connection that is lost is made anew. */
  listen(name: string, listener: Listener): Promise<() => Promise<void>>;
}

/** How long one unit of work may take before it is undone. */
export const unitTimeLimitMs = 10_000;
