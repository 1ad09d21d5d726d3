import pg from 'pg';
import { hashText } from '../../crypto/digest.ts';
import type { Log } from '../../log.ts';
import { unitTimeLimitMs, type Database, type Unit, type Urgency } from '../database.ts';
import { CommitOutcomeUnknown, isUnreachable, isReadOnly, isSerializationFailure } from '../errors.ts';
import { StorageHealth, writeProbe } from '../health.ts';
import { createChannel } from './channel.ts';
import { clientFor } from './client.ts';
import { PostgresServers } from './servers.ts';
import { createDb, toColumn, type Execute } from '../knex/queries.ts';
import { SqlList } from '../knex/statement.ts';
import { runHooks, runUnit } from '../unit.ts';

const numeric = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Returns counts and sums as numbers, as SQLite does; by default the driver returns text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text'): unknown =>
    numeric.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const statementNames = new Map<string, string>();

const nameOf = (sql: string): string => {
  let name = statementNames.get(sql);
  if (!name) statementNames.set(sql, (name = `s_${hashText(sql).slice(0, 24)}`));
  return name;
};

/** The driver converts an array to an SQL array. */
const toPostgres = (value: unknown): unknown => (value instanceof SqlList ? value.items : toColumn(value));

type Runner = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

const executeOn =
  (runner: Runner, health: StorageHealth): Execute =>
  async (text, bindings, use) => {
    try {
      const { rows, rowCount } = await (runner as pg.Pool).query({
        text,
        values: bindings.map(toPostgres),
        ...(use !== 'seldom' && { name: nameOf(text) }),
      });
      return { rows, affected: rowCount ?? 0 };
    } catch (error) {
      throw isSerializationFailure(error) ? error : health.note(error);
    }
  };

/**
 * Whether the commit may have succeeded although it failed here: the connection was lost, or the server is shutting
 * down.
 */
const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');

const commit = async (client: pg.PoolClient): Promise<void> => {
  try {
    await client.query('COMMIT');
  } catch (error) {
    throw isOutcomeUnknown(error) ? new CommitOutcomeUnknown(error) : error;
  }
};

const maxTries = 10;

/** Enough to make audit entries of reads durable within 100 ms while a commit takes up to 60 ms. */
const urgentConnections = 3;

/** Exponential backoff with a random delay, so that colliding transactions do not retry at the same time. */
const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(tries, 6)));

export const openPostgres = (
  url: string,
  { log, poolSize, timeLimitMs = unitTimeLimitMs }: { log: Log; poolSize: number; timeLimitMs?: number },
): Database => {
  const health = new StorageHealth(log);
  const servers = new PostgresServers(url, log);
  const { connectionString } = servers;
  const createPool = (max: number): pg.Pool => {
    const pool = new pg.Pool({
      Client: clientFor(servers),
      connectionString,
      types,
      max,
      connectionTimeoutMillis: 5000,
      statement_timeout: timeLimitMs,
      idle_in_transaction_session_timeout: timeLimitMs,
      keepAlive: true,
      application_name: 'sallyport',
    });
    // Without a listener, this event would end the process; the pool replaces the connection at the next use.
    pool.on('error', (error) => log.warn({ err: { message: error.message } }, 'an idle database connection was lost'));
    return pool;
  };
  const pool = createPool(poolSize);
  const urgentPool = createPool(urgentConnections);

  const attempt = async <T>(work: (unit: Unit) => Promise<T>, isUrgent: boolean) => {
    const client = await (isUrgent ? urgentPool : pool).connect();
    let isBroken = false;
    // Without a listener, the loss of the connection would end the process; the next query reports it.
    const onError = (): void => {
      isBroken = true;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const unit = await runUnit('pg', executeOn(client, health), timeLimitMs, work);
      await commit(client);
      return unit;
    } catch (error) {
      // The connection is returned to the pool without an open transaction, or not at all.
      await client.query('ROLLBACK').catch(() => (isBroken = true));
      isBroken ||= isUnreachable(error) || isReadOnly(error);
      if (isReadOnly(error)) servers.leaveServerOf(client);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(isBroken);
    }
  };

  const transaction = async <T>(work: (unit: Unit) => Promise<T>, urgency?: Urgency): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const { value, hooks } = await attempt(work, urgency === 'urgent');
        runHooks(hooks, log);
        return value;
      } catch (error) {
        if (!isSerializationFailure(error) || tries >= maxTries) throw health.note(error);
        await pause(tries);
      }
    }
  };

  return {
    read: createDb('pg', executeOn(pool, health)),
    transaction,
    commitsAtOnce: urgentConnections,
    onGroup: () => undefined,
    channel: createChannel(servers, log),
    check: () => health.check(() => transaction(writeProbe)),
    close: async () => {
      await urgentPool.end();
      await pool.end();
    },
  };
};
