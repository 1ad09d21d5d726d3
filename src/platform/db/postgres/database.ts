import pg from 'pg';
import { hashText } from '../../crypto/digest.ts';
import type { Log } from '../../log.ts';
import { unitTimeLimitMs, type Database, type Unit, type Urgency } from '../database.ts';
import { CommitOutcomeUnknown, isAway, isReadOnly, isSerializationFailure } from '../errors.ts';
import { StorageHealth, writeProbe } from '../health.ts';
import { createChannel } from './channel.ts';
import { clientFor } from './client.ts';
import { PostgresServers } from './servers.ts';
import { createDb, toColumn, type Execute } from '../knex/queries.ts';
import { SqlList } from '../knex/statement.ts';
import { runHooks, runUnit } from '../unit.ts';

const numeric = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Counts and sums as numbers, as SQLite gives them; the driver's own choice is text. */
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

/** The driver makes an SQL array of an array. */
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

/** A server that still answers says whether it committed; one that is gone, or is going, may have. */
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

/** Enough for entries of reads to be durable within 100 ms while a commit takes up to 60. */
const urgentConnections = 3;

/** A little longer each time, and never in step with whom it collided. */
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
    // An idle connection that breaks is replaced at the next use; unheard, this event would end the process.
    pool.on('error', (error) => log.warn({ err: { message: error.message } }, 'an idle database connection was lost'));
    return pool;
  };
  const pool = createPool(poolSize);
  const urgentPool = createPool(urgentConnections);

  const attempt = async <T>(work: (unit: Unit) => Promise<T>, isUrgent: boolean) => {
    const client = await (isUrgent ? urgentPool : pool).connect();
    let isBroken = false;
    // Unheard, the loss of a connection that is in use would end the process; whoever uses it finds out at the next
    // query.
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
      // Whatever ends a unit, the connection goes back clean or not at all.
      await client.query('ROLLBACK').catch(() => (isBroken = true));
      isBroken ||= isAway(error) || isReadOnly(error);
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
