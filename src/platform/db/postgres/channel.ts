import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Channel, Listener } from '../database.ts';
import { clientFor } from './client.ts';
import type { PostgresServers } from './servers.ts';

const retryMs = 500;

/** PostgreSQL's own messages, on a connection of their own that is made anew whenever it is lost. */
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
      // Both may come, or one; whichever is first begins anew.
      const lost = (): void => {
        if (client !== next) return;
        client = undefined;
        next.end().catch(() => undefined);
        if (!isStopped) again();
      };
      next.on('error', (error) => {
        log.warn({ err: { message: error.message } }, 'the connection for events was lost');
        lost();
      });
      next.on('end', lost);
      next.on('notification', ({ payload }) => onMessage(payload ?? ''));
      try {
        await next.connect();
        await next.query(`LISTEN ${pg.escapeIdentifier(name)}`);
      } catch (error) {
        lost();
        throw error;
      }
      onConnected();
    };

    const again = (): void => {
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
