// A PostgreSQL in which leases and rotations make and change users, behind a proxy that stops at a step.
import pg from 'pg';
import { password, Postgres, user } from '../postgres.mjs';
import { until } from '../processes.mjs';
import { TrapProxy } from './trap-proxy.mjs';

/** Errors of a login that say nothing about the password: the server is away, or is being stopped. */
const isAway = ({ code, message }) =>
  code === undefined || /^(57P0[1-5]|53300|08...|E[A-Z]+)$/.test(code) || message.includes('Connection terminated');

export class Target {
  static async start() {
    const target = new Target();
    target.postgres = await Postgres.create();
    await target.postgres.start();
    target.proxy = new TrapProxy(target.postgres.port);
    await target.proxy.start();
    await target.postgres.query(`create role leased;
      create role rotated_one login password 'first'; create role rotated_two login password 'first'`);
    return target;
  }

  /** The inputs of a dynamic secret. */
  get inputs() {
    return {
      ...{ client: 'postgres', host: '127.0.0.1', port: this.proxy.port, database: 'postgres' },
      ...{ username: user, password },
      creationStatement: `/* create */ CREATE ROLE "{{username}}" LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}' IN ROLE leased;`,
      renewStatement: `/* renew */ ALTER ROLE "{{username}}" VALID UNTIL '{{expiration}}';`,
      revocationStatement: `/* revoke */ SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{{username}}';
REASSIGN OWNED BY "{{username}}" TO leased;
DROP OWNED BY "{{username}}";
DROP ROLE IF EXISTS "{{username}}";`,
    };
  }

  /** The names of the users that leases have made, in order. */
  async users() {
    const rows = await this.postgres.query(
      `select m.rolname as name from pg_auth_members a join pg_roles m on m.oid = a.member
       join pg_roles g on g.oid = a.roleid where g.rolname = 'leased' order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  /** Whether the credentials work; undefined if nobody knows because the target is away. */
  async accepts(username, secret) {
    const client = new pg.Client({
      ...{ host: '127.0.0.1', port: this.postgres.port, database: 'postgres', user: username, password: secret },
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      return isAway(error) ? undefined : false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Waits for the sessions of killed servers. */
  untilUnused() {
    const sessions = `select 1 from pg_stat_activity where application_name = 'sallyport'`;
    return until('the end of all sessions', async () => (await this.postgres.query(sessions)).length === 0);
  }

  async close() {
    this.proxy.close();
    await this.postgres.stop('immediate');
  }
}
