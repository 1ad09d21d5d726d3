// `npm run test:contract [-- [--seed NUMBER] [module ...]]`: Schemathesis tests the built server with
// requests that it generates from the contract, in a seeded organization. It is installed from PyPI into .contract/.
// The same seed generates the same requests.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findGaps } from './contract/coverage.mjs';
import { groupByLinks, operationsIn, splitByWork } from './contract/operations.mjs';
import { seed } from './contract/seed.mjs';
import { callerOf, startServer } from './live-server.mjs';
import { ensureReady, root } from './setup.mjs';
import { lacking, python, pythonTools } from './tools.mjs';

const at = (...parts) => join(root, 'scripts', 'contract', ...parts);

/** No rate limits for the many requests from one address, only errors in the log, and webhooks that need no DNS. */
const settings = {
  LOGIN_RATE_LIMIT: '1000000',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  ALLOW_HOSTS: '127.0.0.1,hooks.example.com',
};

/**
 * Runs Schemathesis once, and returns its counts. Several runs in parallel instead of threads, with which it fails at
 * times: the parser of Python 3.11 limits the nesting of all threads together.
 */
const runSchemathesis = async (programs, { name, phases, operations }, { url, seedNumber, scratch }) => {
  const [output, report] = [join(scratch, `${name}.log`), join(scratch, `${name}.json`)];
  const args = [
    '--config-file',
    at('schemathesis.toml'),
    'run',
    join(root, 'generated', 'openapi.json'),
    '--url',
    url,
    '--seed',
    seedNumber,
    '--phases',
    phases,
    '--no-color',
  ];
  const included = operations.flatMap(({ id }) => ['--include-operation-id', id]);
  const file = openSync(output, 'w');
  const env = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    SCHEMATHESIS_HOOKS: at('hooks.py'),
    CONTRACT_SEED: join(scratch, 'seed.json'),
    CONTRACT_REPORT: report,
    CONTRACT_RUN: name,
  };
  const child = spawn(join(programs, 'schemathesis'), [...args, ...included], {
    cwd: scratch,
    stdio: ['ignore', file, file],
    env,
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [status] = await once(child, 'exit');
  process.off('exit', end);
  console.log(`\n${name}: ${phases} of ${operations.length} operations\n${readFileSync(output, 'utf8')}`);
  return { status, counts: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {} };
};

const main = async (scratch) => {
  const { values, positionals: modules } = parseArgs({
    options: { seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) } },
    allowPositionals: true,
  });
  if (!/^\d{1,15}$/.test(values.seed)) throw new Error('--seed takes a whole number');
  if (lacking(python).length > 0)
    throw new Error(
      'this needs python3, 3.11 or newer, with its venv module (on Debian: apt-get install python3 python3-venv)',
    );
  await ensureReady();
  const operations = operationsIn(modules);
  if (operations.length === 0) throw new Error(`no operations in ${modules.join(', ')}`);
  const programs = pythonTools('.contract', ['schemathesis==4.32.5']);

  const { url, stop } = await startServer(join(scratch, 'data'), settings);
  console.log(`Seeding an organization at ${url} ...`);
  const seeded = await seed(url);
  const description = JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', at('describe.ts')], { cwd: root }));
  writeFileSync(join(scratch, 'seed.json'), JSON.stringify({ url, ...description, ...seeded }));
  console.log(
    `Testing ${operations.length} operations; npm run test:contract -- --seed ${[values.seed, ...modules].join(' ')} generates the same requests.`,
  );

  const parts = splitByWork(operations, 2).map((part, index) => [
    { name: `part-${index + 1}`, phases: 'examples,coverage,fuzzing', operations: part },
  ]);
  const sequences = groupByLinks(operations, description.links, 11).map((part, index) => ({
    name: `sequences-${index + 1}`,
    phases: 'stateful',
    operations: part,
  }));
  const inSequence = async (runs) => {
    const done = [];
    for (const one of runs) done.push(await runSchemathesis(programs, one, { url, seedNumber: values.seed, scratch }));
    return done;
  };
  const results = (await Promise.all([...parts, sequences].map(inSequence))).flat();
  // The token must still be valid, otherwise the requests after its end tested nothing.
  await callerOf(url, seeded.token)('GET', `/api/v1/organization/${seeded.organizationId}`);
  const problems = findGaps(
    operations,
    results.map(({ counts }) => counts),
  );
  for (const problem of problems) console.error(problem);
  await stop();
  if (results.some(({ status }) => status !== 0)) throw new Error('Schemathesis reported failures');
  if (problems.length > 0) throw new Error('the run did not cover enough');
};

const started = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-contract-'));
try {
  await main(scratch);
  console.log(`ok      contract (${((performance.now() - started) / 1000).toFixed(0)} s)`);
} catch (error) {
  console.error(`FAILED  contract: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit();
