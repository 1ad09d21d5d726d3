// `npm run test:pgbouncer`: the built server through a real PgBouncer in transaction mode, set up as
// scripts/deploy/README.md says. PgBouncer and a node are killed under load; nothing acknowledged may be lost.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killCycle, someChanges } from './faults/kills.mjs';
import { freePort, killOnExit, newFolder } from './faults/processes.mjs';
import { untilReady } from './faults/ready.mjs';
import { Site } from './faults/site.mjs';
import { untilListening } from './faults/sockets.mjs';
import { postgresStorage } from './faults/storage.mjs';
import { runScenario } from './nodes/scenario.mjs';
import { ensureReady, root } from './setup.mjs';
import { newDatabase, startPostgres } from './test-runner.mjs';

// Debian installs it where only root has it in the path.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Throws unless there is a PgBouncer that knows prepared statements. */
const requirePgBouncer = () => {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { env, encoding: 'utf8' });
  const [version, major, minor] = /PgBouncer (\d+)\.(\d+)\S*/.exec(stdout ?? '') ?? [];
  if (version === undefined)
    throw new Error('there is no pgbouncer: install version 1.21 or newer (Debian 13: apt-get install pgbouncer)');
  if (Number(major) === 1 && Number(minor) < 21)
    throw new Error(`${version} does not support prepared statements: install version 1.21 or newer`);
  return version;
};

/** PgBouncer before this PostgreSQL, with fewer connections than its clients have. */
class PgBouncer {
  #config;
  #child;

  constructor(postgres, port) {
    const { hostname, port: postgresPort, username, password } = new URL(postgres);
    const folder = newFolder();
    const users = join(folder, 'users.txt');
    this.port = port;
    this.#config = join(folder, 'pgbouncer.ini');
    writeFileSync(users, `"${username}" "${password}"\n`);
    writeFileSync(
      this.#config,
      `[databases]
* = host=${hostname} port=${postgresPort} connect_query='SET statement_timeout = 10000; SET idle_in_transaction_session_timeout = 10000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_prepared_statements = 500
default_pool_size = 6
max_client_conn = 500
`,
    );
    for (const file of [users, this.#config]) chmodSync(file, 0o644);
  }

  async start() {
    // It refuses to run as root.
    const asUser = process.getuid() === 0 ? ['--user', 'nobody'] : [];
    this.#child = killOnExit(spawn('pgbouncer', ['--quiet', ...asUser, this.#config], { env, stdio: 'inherit' }));
    await untilListening('PgBouncer', this.port);
  }

  async kill() {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

const storageThrough = (bouncer, direct) => {
  // Without the folder of PostgreSQL's socket, which the driver would prefer.
  const pooled = Object.assign(new URL(direct), { port: String(bouncer.port), search: '' });
  return { ...postgresStorage(pooled.href), DATABASE_DIRECT_URL: direct };
};

const cycles = 3;

/** Ten writers on two nodes, while PgBouncer and then a node is killed, and starts again. */
const killUnderLoad = async (storage, bouncer) => {
  const site = new Site(storage, 2);
  try {
    await site.open();
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      site.writers.resume();
      await someChanges(site);
      await bouncer.kill();
      await bouncer.start();
      await untilReady(site.nodes);
      await someChanges(site);
      await site.writers.pause();
      await site.check();
      await killCycle(site, 'under load');
    }
    await site.check({ isAll: true });
  } finally {
    await site.close();
  }
  if (site.problems.length > 0) throw new Error(site.problems.join('\n'));
  return site.model.totals.acknowledged;
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

try {
  const version = requirePgBouncer();
  await ensureReady();
  const postgres = await startPostgres();
  const bouncer = new PgBouncer(postgres.url, await freePort());
  await bouncer.start();
  const runtime = { node: process.execPath, version: process.version, program: join(root, 'dist', 'sallyport.cjs') };
  const workers = { WORKERS: '2' };
  await runScenario(runtime, { ...storageThrough(bouncer, await newDatabase(postgres.url, 'scenario')), ...workers });
  console.log(`ok      ${version}: the scenario with two workers`);
  const storage = storageThrough(bouncer, await newDatabase(postgres.url, 'kills'));
  const acknowledged = await killUnderLoad(storage, bouncer);
  console.log(`ok      ${version}: ${acknowledged} changes in ${2 * cycles} kills, none lost`);
  await bouncer.kill();
  await postgres.stop();
} catch (error) {
  console.error(`FAILED  test:pgbouncer: ${error.message}`);
  process.exitCode = 1;
}
process.exit();
