// `npm test`: sets everything up, then checks types, format, lint, floors, contract and drift, and runs the tests on both
// databases.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { ensureReady, filesBelow, root, run } from './setup.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'sallyport-check-'));
const generated = ['openapi.json', 'operations.ts', 'api.d.ts'];
let passed = 0;
let failed = 0;

const tool = (name, file, args, options = { isQuiet: true }) =>
  run(process.execPath, [join(root, 'node_modules', name, file), ...args], options);

const check = (name, work) => {
  const started = performance.now();
  try {
    work();
    passed += 1;
    console.log(`ok      ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error.message}`);
    return false;
  }
};

const read = (...path) => (existsSync(join(...path)) ? readFileSync(join(...path), 'utf8') : undefined);

const compareGenerated = (committed) => {
  run(process.execPath, [join(root, 'scripts', 'generate.mjs'), scratch]);
  const stale = generated.filter((file) => read(scratch, file) !== committed[file]);
  if (stale.length > 0) throw new Error(`stale in generated/: ${stale.join(', ')}; run npm run generate, and commit`);
};

/** One PostgreSQL for all runs; gives the way to stop it. */
const startPostgres = async () => {
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

/**
 * Every file of a resource is quick; the longest are elsewhere, and come first, so that none of them is left to one
 * processor at the end.
 */
const inOrder = (files) => {
  const isResource = (file) => existsSync(join(root, 'openapi', relative(join(root, 'test'), file).split(sep)[0]));
  return [...files.filter((file) => !isResource(file)), ...files.filter(isResource)];
};

/**
 * Takes one file after another until none is left. Each test counts by itself; a file that ends the process counts as
 * one failure.
 */
const runSome = async (files, databaseUrl) => {
  while (files.length > 0) {
    const env = { ...process.env, TEST_DATABASE_URL: databaseUrl };
    const worker = fork(join(root, 'scripts', 'test-worker.mjs'), { cwd: root, env, execArgv: ['--import', 'tsx'] });
    const ended = once(worker, 'exit');
    let isAlive = true;
    while (isAlive && files.length > 0) {
      const file = files.shift();
      const started = performance.now();
      worker.send({ file });
      const [counts] = await Promise.race([once(worker, 'message'), ended.then(() => [])]);
      isAlive = counts !== undefined;
      const { passes, failures } = counts ?? { passes: 0, failures: 1 };
      passed += passes;
      failed += failures;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(
        `${failures > 0 ? 'FAILED' : 'ok    '}  ${relative(root, file)}: ${passes} passed, ${failures} failed (${seconds} s)`,
      );
    }
    if (!isAlive) continue;
    worker.send({});
    const [status] = await ended;
    if (status !== 0)
      check('stopping what the tests have started', () => {
        throw new Error(`exit ${status}`);
      });
  }
};

/** As many runs side by side as there are processors. */
const runTests = async () => {
  const files = inOrder(filesBelow('test').filter((file) => file.endsWith('.test.ts')));
  const { url, stop } = await startPostgres();
  try {
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, () => runSome(files, url)));
  } finally {
    await stop();
  }
};

try {
  // Looked at before anything is generated anew.
  const committed = Object.fromEntries(generated.map((file) => [file, read(root, 'generated', file)]));
  ensureReady();
  const hasTypes = check('types', () => tool('typescript', 'bin/tsc', ['--project', '.']));
  check('format', () => tool('prettier', 'bin/prettier.cjs', ['--check', '--log-level=warn', '.']));
  check('lint', () => tool('eslint', 'bin/eslint.js', ['.']));
  check('imports', () =>
    tool('dependency-cruiser', 'bin/dependency-cruise.mjs', [
      '--config',
      '.dependency-cruiser.mjs',
      'src',
      'migrations',
    ]),
  );
  check('contract lint', () => tool('@redocly/cli', 'bin/cli.js', ['lint', 'generated/openapi.json']));
  check('generated files', () => compareGenerated(committed));
  // What does not fit together fails everywhere at once, which tells nothing more.
  if (hasTypes) await runTests();
} catch (error) {
  failed += 1;
  console.log(`FAILED  set-up: ${error.message}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
