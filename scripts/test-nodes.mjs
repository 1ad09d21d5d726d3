// `npm run test:nodes [-- 24 26]`: the built server and some of the tests with each supported version of Node, whose
// binaries are from npm. Prints a line for each version.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { killOnExit, newFolder } from './faults/processes.mjs';
import { postgresStorage, sqliteStorage } from './faults/storage.mjs';
import { copyBuilt, installNode, versionsOf } from './node-binary.mjs';
import { runScenario } from './nodes/scenario.mjs';
import { ensureReady, root } from './setup.mjs';
import { newDatabase, startPostgres } from './test-runner.mjs';

const supported = ['20', '22', '24', '26'];

/** Tests of what depends on the version: processes, streams, sockets, cryptography and both database drivers. */
const modules = [
  'platform/workers',
  'platform/database',
  'platform/transactions',
  'platform/crypto',
  'platform/pki',
  'http/pipelining',
  'http/slow-readers',
  'http/client-errors',
  'secrets/events/subscribeToProjectEvents.delivery',
  'secrets/secrets/update',
];

/** Returns how many tests passed. */
const runModules = async ({ node }, databaseUrl) => {
  const files = modules.map((name) => join('test', `${name}.test.ts`));
  const child = killOnExit(
    spawn(node, [join('node_modules', 'mocha', 'bin', 'mocha.js'), ...files], {
      cwd: root,
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const passed = /(\d+) passing/.exec(out)?.[1];
  if (code !== 0 || passed === undefined) throw new Error(`the tests failed:\n${out}${err}`);
  return passed;
};

const testNode = async (version, databaseUrl) => {
  const node = installNode(version);
  const runtime = { node, version: `v${versionsOf(node).node}`, program: copyBuilt(node, newFolder()) };
  const started = performance.now();
  const done = [];
  try {
    await runScenario(runtime, sqliteStorage());
    done.push('SQLite');
    const database = await newDatabase(databaseUrl, `node_${version}`);
    await runScenario(runtime, { ...postgresStorage(database), WORKERS: '2' });
    done.push('PostgreSQL with two workers');
    done.push(`${await runModules(runtime, databaseUrl)} tests`);
    console.log(
      `ok      Node ${runtime.version}: ${done.join(', ')} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
    );
    return true;
  } catch (error) {
    console.log(`FAILED  Node ${runtime.version} after ${done.join(', ') || 'its start'}: ${error.message}`);
    return false;
  }
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

try {
  const versions = process.argv.length > 2 ? process.argv.slice(2) : supported;
  const unknown = versions.filter((version) => !/^\d+(\.\d+){0,2}$/.test(version));
  if (unknown.length > 0) throw new Error(`not a version such as 24 or 24.9.0: ${unknown.join(', ')}`);
  await ensureReady();
  const postgres = await startPostgres();
  let hasFailed = false;
  for (const version of versions) hasFailed = !(await testNode(version, postgres.url)) || hasFailed;
  await postgres.stop();
  process.exitCode = hasFailed ? 1 : 0;
} catch (error) {
  console.error(`FAILED  test:nodes: ${error.message}`);
  process.exitCode = 1;
}
process.exit();
