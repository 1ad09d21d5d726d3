import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Channel, Listener } from '../database.ts';
import { clientFor } from './client.ts';
import type { PostgresServers } from './servers.ts';

const retryMs = 500;

/** Notifications of PostgreSQL, on a separate connection that is reopened whenever it is lost. */
export const createChannel = (servers: PostgresServers, log: Log): Channel => ({
  async listen(name, { onMessage, onConnected }: Listener) {
    const Client = clientFor(servers);
    let isStopped = false;
    let client: pg.Client | undefined;
    let timer: NodeJS.Timeout | undefined;

    const connect = async (): Promise<void> => {
      const { connectionString } = servers;
      const next = new Client({
        connectionString,
        keepAlive: true,
        connectionTimeoutMillis: 5000,
        application_name: 'sallyport events',
      });
      client = next;
      // One or both of the events may occur; the first one reconnects.
      const onLost = (): void => {
        if (client !== next) return;
        client = undefined;
        next.end().catch(() => undefined);
        if (!isStopped) reconnectLater();
      };
      next.on('error', (error) => {
        log.warn({ err: { message: error.message } }, 'the connection for events was lost');
        onLost();
      });
      next.on('end', onLost);
      next.on('notification', ({ payload }) => onMessage(payload ?? ''));
      try {
        await next.connect();
        await next.query(`LISTEN ${pg.escapeIdentifier(name)}`);
      } catch (error) {
        onLost();
        throw error;
      }
      onConnected();
    };

    const reconnectLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void connect().catch(() => undefined), retryMs).unref();
    };

    await connect().catch((error: unknown) => {
      isStopped = true;
      clearTimeout(timer);
      throw error;
    });
    return async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    };
  },
});
