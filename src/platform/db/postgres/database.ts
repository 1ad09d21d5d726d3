import pg from 'pg';
import type { Log } from '../../log.ts';
import { unitTimeLimitMs, type Database, type DatabaseFacts } from '../database.ts';
import { StorageHealth, writeProbe } from '../health.ts';
import { createChannel } from './channel.ts';
import { clientFor } from './client.ts';
import { Lease } from './lease.ts';
import { PostgresServers } from './servers.ts';
import { SharedReads } from './shared-reads.ts';
import { resultOf, statementOf, types } from './statements.ts';
import { beginSnapshot, PostgresTransaction } from './transaction.ts';
import { PostgresWriters } from './writers.ts';
import { createDb, type Db, type Execute } from '../knex/queries.ts';
import { oneStatementDb, TransactionSnapshot, type ReadTransaction } from '../snapshot.ts';

/** Part of the pool size. One connection can do as much as one core of PostgreSQL. */
const maxReadConnections = 4;

/** Enough to make audit entries of reads durable within 100 ms while a commit takes up to 60 ms. */
const urgentConnections = 3;

/** For responses that take several statements, which have a connection of their own meanwhile. */
const snapshotConnections = 4;

const describe = async (db: Db): Promise<DatabaseFacts> => {
  const facts = `current_setting('server_version') as "version", pg_database_size(current_database())::float8 as "bytes"`;
  const row = await db(db.raw(`(select ${facts}) as facts`)).first<{ version: string; bytes: number }>();
  return { kind: 'postgres', ...row, freeBytes: null };
};

interface Options {
  readonly log: Log;
  readonly poolSize: number;
  readonly directUrl?: string;
  readonly timeLimitMs?: number;
}

export const openPostgres = (
  url: string,
  { log, poolSize, directUrl, timeLimitMs = unitTimeLimitMs }: Options,
): Database => {
  const health = new StorageHealth(log);
  const servers = new PostgresServers(url, log);
  const { connectionString } = servers;
  const settings: pg.ClientConfig = {
    connectionString,
    types,
    pipeline: true,
    connectionTimeoutMillis: timeLimitMs / 2,
    // A pooler refuses them, because they belong to a session that it would share.
    ...(directUrl === undefined && {
      statement_timeout: timeLimitMs,
      idle_in_transaction_session_timeout: timeLimitMs,
    }),
    keepAlive: true,
    application_name: 'sallyport',
  };
  const createPool = (max: number, min = 0): pg.Pool => {
    const pool = new pg.Pool({ ...settings, Client: clientFor(servers), max, min });
    // Without a listener, this event would end the process; the pool replaces the connection at the next use.
    pool.on('error', (error) => log.warn({ err: { message: error.message } }, 'an idle database connection was lost'));
    return pool;
  };
  const readConnections = Math.min(maxReadConnections, Math.ceil(poolSize / 2));
  const pool = createPool(Math.max(1, poolSize - readConnections));
  const urgentPool = createPool(urgentConnections);
  // One stays open, so that a read after a quiet time does not have to connect.
  const snapshotPool = createPool(snapshotConnections, 1);
  const reads = new SharedReads(async () => {
    const client = new (clientFor(servers))(settings);
    await client.connect();
    return client;
  }, readConnections);

  const read: Execute = async (text, bindings, use) => {
    const statement = statementOf(text, bindings, use);
    try {
      // A long read would delay the others on a shared connection.
      if (use === 'often' || use === 'cached') return await reads.run(statement, use === 'cached');
      return resultOf(await pool.query(statement));
    } catch (error) {
      throw health.note(error);
    }
  };

  const readTransaction = (): ReadTransaction => {
    const lease = new Lease(snapshotPool, servers);
    const transaction = new PostgresTransaction(lease.connect, health, [beginSnapshot]);
    return {
      execute: async (text, bindings, use) => {
        try {
          return await transaction.execute(text, bindings, use);
        } catch (error) {
          lease.note(error);
          throw error;
        }
      },
      // Nobody waits for it. A failed transaction can only be rolled back, and one that only reads ends the same way.
      end: () =>
        void transaction
          .rollback()
          .catch(() => lease.markBroken())
          .finally(() => lease.release()),
    };
  };

  const writerOptions = { servers, health, log, timeLimitMs };
  const writers = new PostgresWriters(pool, writerOptions);
  const urgentWriters = new PostgresWriters(urgentPool, writerOptions);
  const transaction: Database['transaction'] = (of, work, urgency) =>
    (urgency === 'urgent' ? urgentWriters : writers).transaction([of].flat(), work);

  const db = createDb('pg', read);
  const pools = [pool, urgentPool, snapshotPool];
  const sum = (count: (each: pg.Pool) => number): number => pools.reduce((total, each) => total + count(each), 0);

  return {
    isRemote: true,
    read: db,
    oneStatement: (onSecond) => oneStatementDb('pg', read, onSecond),
    snapshot: (onBegin) => new TransactionSnapshot('pg', { open: readTransaction, onBegin, timeLimitMs }),
    transaction,
    commitsAtOnce: urgentConnections,
    onGroup: () => undefined,
    channel: createChannel(directUrl === undefined ? servers : new PostgresServers(directUrl, log), log),
    pool: () => ({
      busy: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      max: sum(({ options }) => options.max),
      waiting: sum(({ waitingCount }) => waitingCount),
    }),
    check: () => health.check(() => transaction([], writeProbe)),
    describe: () => describe(db),
    close: async () => {
      await reads.close();
      await Promise.all(pools.map((each) => each.end()));
    },
  };
};
