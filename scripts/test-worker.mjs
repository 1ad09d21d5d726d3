// Runs the files with tests that `npm test` hands over, one after another, in one process: what it has loaded, compiled
// and set up serves them all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { letGo } from '../test/support/world/hooks.ts';
import { root } from './setup.mjs';

const {
  timeout,
  'forbid-only': forbidOnly,
  'forbid-pending': forbidPending,
} = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'));

/** Says what failed, and nothing else. */
class Failures extends Mocha.reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => this.failures.length > 0 && Mocha.reporters.Base.list(this.failures));
  }
}

/** How many tests passed, how many failed, and how many seconds this process worked for them. */
const runFile = async (file) => {
  const before = process.cpuUsage();
  const mocha = new Mocha({ timeout, forbidOnly, forbidPending, reporter: Failures });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  const { stats } = await new Promise((resolve) => {
    const runner = mocha.run(() => resolve(runner));
  });
  mocha.dispose();
  const { user, system } = process.cpuUsage(before);
  return { passes: stats.passes, failures: stats.failures, cpu: (user + system) / 1e6 };
};

// As Mocha's command does: a rejection that nobody awaits fails the test that runs then, or else the whole file.
process.on('unhandledRejection', (reason) => {
  throw reason;
});

// What goes wrong here ends the process, and with that the file counts as failed.
process.on('message', async ({ file }) => {
  if (file) return process.send(await runFile(file));
  await letGo();
  process.exit();
});
