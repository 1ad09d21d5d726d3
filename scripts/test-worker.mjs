// Runs the test files that `npm test` sends, one after another, in one process, so that they share what is loaded,
// compiled and set up.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Mocha from 'mocha';
import { root } from './setup.mjs';

/** Loads a module as Mocha loads the test files: `require` and `import` would return different instances of it. */
const load = process.features.require_module ? createRequire(import.meta.url) : (file) => import(file);
const { removeScratchFolders } = await load('../test/support/world/folders.ts');
const { stopAll } = await load('../test/support/world/hooks.ts');
const { lastErrors, stopOwnWorlds } = await load('../test/support/world/world.ts');

const {
  timeout,
  'forbid-only': forbidOnly,
  'forbid-pending': forbidPending,
} = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'));

/** Reports only failures, and what the servers logged before each of them. */
class Failures extends Mocha.reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    runner.on('fail', async (test) => {
      for (const line of await lastErrors()) console.log(`log before "${test.title}": ${line}`);
    });
    runner.once('end', () => this.failures.length > 0 && Mocha.reporters.Base.list(this.failures));
  }
}

/** Runs a file; returns the numbers of passed and failed tests, and the processor time in seconds. */
const runFile = async (file) => {
  const before = process.cpuUsage();
  const mocha = new Mocha({ timeout, forbidOnly, forbidPending, reporter: Failures });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  const { stats } = await new Promise((resolve) => {
    const runner = mocha.run(() => resolve(runner));
  });
  mocha.dispose();
  await stopOwnWorlds();
  const { user, system } = process.cpuUsage(before);
  return { passes: stats.passes, failures: stats.failures, cpu: (user + system) / 1e6 };
};

// Like Mocha's command: an unhandled rejection fails the running test, or else the whole file.
process.on('unhandledRejection', (reason) => {
  throw reason;
});

// An error here ends the process, so that the file counts as failed.
process.on('message', async ({ file }) => {
  if (file) return process.send(await runFile(file));
  await stopAll();
  process.exit();
});

// When it is interrupted, or `npm test` has ended, it has no time to stop the servers.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'])
  process.once(event, () => {
    removeScratchFolders();
    process.exit(1);
  });
