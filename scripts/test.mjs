// `npm test`: sets everything up, then checks types, lint, format, imports, contract and drift, and runs the tests on
// both databases, several at once. `npm test -- <name>` runs only the test files that have the name in their path.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureReady, root } from './setup.mjs';
import { inOrder, selectFiles, testFiles } from './test-files.mjs';
import { processes, runFiles, startPostgres } from './test-runner.mjs';

const generated = ['openapi.json', 'operations.ts', 'api.d.ts', 'rules.ts'];
let passed = 0;
let failed = 0;
const count = (passes, failures) => {
  passed += passes;
  failed += failures;
};

/** Runs a Node script; shows its output only if it fails. */
const runScript = async (file, ...args) => {
  // Type checkers that share a project do much of the work twice, and the other processors have tests to run.
  const oneThread = { GOMAXPROCS: '1' };
  const env = { ...process.env, ...oneThread, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status === 0) return;
  process.stderr.write(`${out}${err}`);
  throw new Error(`${[file, ...args].join(' ')} failed (${signal ?? `exit ${status}`})`);
};

const check = async (name, work) => {
  const started = performance.now();
  try {
    await work();
    count(1, 0);
    console.log(`ok      ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    count(0, 1);
    console.log(`FAILED  ${name}: ${error.message}`);
    return false;
  }
};

const read = (...path) => (existsSync(join(...path)) ? readFileSync(join(...path), 'utf8') : undefined);

const compareGenerated = async (committed) => {
  const scratch = mkdtempSync(join(tmpdir(), 'sallyport-check-'));
  try {
    await runScript('scripts/generate.mjs', scratch);
    const stale = generated.filter((file) => read(scratch, file) !== committed[file]);
    if (stale.length > 0) throw new Error(`stale in generated/: ${stale.join(', ')}; run npm run generate, and commit`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** The checks in addition to the tests, the longest first. */
const checksOf = (committed, files) => [
  () => check('lint', () => runScript('node_modules/oxlint/bin/oxlint', '--deny-warnings')),
  async () => {
    const hasTypes = await check('types', async () => {
      for (const project of ['.', 'src/console'])
        await runScript('node_modules/typescript-7/bin/tsc', '--project', project, '--singleThreaded');
    });
    // With type errors, the tests would fail everywhere without saying more.
    if (!hasTypes) files.length = 0;
  },
  () => check('format', () => runScript('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')),
  () =>
    check('imports', () =>
      runScript(
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        '--config',
        '.dependency-cruiser.mjs',
        'src',
        'migrations',
      ),
    ),
  () =>
    check('contract lint', () => runScript('node_modules/@redocly/cli/bin/cli.js', 'lint', 'generated/openapi.json')),
  () => check('generated files', () => compareGenerated(committed)),
];

/** Each worker takes the remaining checks one after the other, and then test files. */
const runAll = async (checks, files) => {
  const { url, stop } = await startPostgres();
  // Starting a process takes as long as dozens of quick files.
  const workers = Math.min(processes, checks.length + Math.ceil(files.length / 20));
  try {
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while (checks.length > 0) await checks.shift()();
        await runFiles(files, url, count);
      }),
    );
  } finally {
    await stop();
  }
};

try {
  const names = process.argv.slice(2);
  // Read before `ensureReady`, which may generate the files again.
  const committed = Object.fromEntries(generated.map((file) => [file, read(root, 'generated', file)]));
  const files = inOrder(names.length > 0 ? selectFiles(names) : testFiles());
  await ensureReady();
  await runAll(names.length > 0 ? [] : checksOf(committed, files), files);
} catch (error) {
  failed += 1;
  console.log(`FAILED  ${error.message}`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
