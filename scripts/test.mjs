// `npm test`: sets everything up, then checks types, lint, floors, contract and drift, and runs the tests on both databases.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureGenerated, ensureInstalled, root, run } from './setup.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'sallyport-check-'));
const countsFile = join(scratch, 'counts.json');
const generated = ['openapi.json', 'operations.ts', 'api.d.ts'];
let passed = 0;
let failed = 0;

const tool = (name, file, args, options = { isQuiet: true }) => run(process.execPath, [join(root, 'node_modules', name, file), ...args], options);

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

/** Counts each test by itself; a runner that broke without failing a test counts as one failure. */
const runTests = () => {
  let broken = false;
  try {
    tool('mocha', 'bin/mocha.js', ['test/**/*.test.ts'], { env: { TEST_COUNTS: countsFile } });
  } catch {
    broken = true;
  }
  const { passes, failures } = JSON.parse(read(countsFile) ?? '{"passes":0,"failures":0}');
  passed += passes;
  failed += broken && failures === 0 ? 1 : failures;
};

try {
  // Looked at before anything is generated anew.
  const committed = Object.fromEntries(generated.map((file) => [file, read(root, 'generated', file)]));
  ensureInstalled();
  ensureGenerated();
  ensureBuilt();
  const hasTypes = check('types', () => tool('typescript', 'bin/tsc', ['--project', '.']));
  check('lint', () => tool('eslint', 'bin/eslint.js', ['.']));
  check('import floors', () => tool('dependency-cruiser', 'bin/dependency-cruise.mjs', ['--config', '.dependency-cruiser.mjs', 'src', 'migrations']));
  check('contract lint', () => tool('@redocly/cli', 'bin/cli.js', ['lint', 'openapi/openapi.yaml']));
  check('generated files', () => compareGenerated(committed));
  // What does not fit together fails everywhere at once, which tells nothing more.
  if (hasTypes) runTests();
} catch (error) {
  failed += 1;
  console.log(`FAILED  set-up: ${error.message}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
