// Runs the test files that `npm test` sends, one after another, in one process, so that they share what is loaded,
// compiled and set up.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { removeScratchFolders } from '../test/support/world/folders.ts';
import { stopAll } from '../test/support/world/hooks.ts';
import { lastErrors, stopOwnWorlds } from '../test/support/world/world.ts';
import { root } from './setup.mjs';

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
  // Not with `loadFilesAsync`: it prefers `require`, which would load other instances of the modules that this one imports.
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
  await import(pathToFileURL(file).href);
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
