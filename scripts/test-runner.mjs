// Runs test files in several processes, each of which takes one file after another.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './setup.mjs';

/**
 * More processes than there are processors, because many tests wait for programs to start and stop, for PostgreSQL, or
 * for a browser.
 */
export const processes = Math.min(6, 2 * availableParallelism());

/** Starts one PostgreSQL for all processes, unless TEST_DATABASE_URL is set; returns its URL and how to stop it. */
export const startPostgres = async () => {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: () => undefined };
  const server = spawn(process.execPath, ['--import', 'tsx', 'test/support/world/cluster.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    once(server.stdout, 'data'),
    once(server, 'exit').then(() => {
      throw new Error('PostgreSQL did not start');
    }),
  ]);
  const stop = async () => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { url: String(line).trim(), stop };
};

/** Creates a database, and returns its URL. */
export const newDatabase = async (url, name) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  const unique = `sallyport_${name}_${Date.now().toString(36)}`;
  await client.connect();
  await client.query(`CREATE DATABASE "${unique}"`).finally(() => client.end());
  return Object.assign(new URL(url), { pathname: `/${unique}` }).href;
};

const startWorker = (databaseUrl) => {
  const env = { ...process.env, TEST_DATABASE_URL: databaseUrl };
  const child = fork(join(root, 'scripts', 'test-worker.mjs'), { cwd: root, env, execArgv: ['--import', 'tsx'] });
  return { child, ended: once(child, 'exit') };
};

/**
 * Runs files from the shared list in one process until the list is empty. A file that ends the process counts as one
 * failure, and the next file gets a new process.
 */
export const runFiles = async (files, databaseUrl, count) => {
  let worker;
  while (files.length > 0) {
    const file = files.shift();
    const started = performance.now();
    worker ??= startWorker(databaseUrl);
    worker.child.send({ file });
    const [answer] = await Promise.race([once(worker.child, 'message'), worker.ended.then(() => [])]);
    if (!answer) worker = undefined;
    const { passes, failures, cpu } = answer ?? { passes: 0, failures: 1, cpu: 0 };
    count(passes, failures);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${failures > 0 ? 'FAILED' : 'ok    '}  ${relative(root, file)}: ${passes} passed, ${failures} failed (${seconds} s, ${cpu.toFixed(1)} s of processor)`,
    );
  }
  if (!worker) return;
  worker.child.send({});
  const [status] = await worker.ended;
  if (status === 0) return;
  count(0, 1);
  console.log(`FAILED  stopping the test databases: exit ${status}`);
};
