// `npm run test:watch`: runs the tests of a module again whenever one of its files changes, until it is stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureReady, root } from './setup.mjs';
import { nameFor } from './test-files.mjs';
import { startPostgres } from './test-runner.mjs';

await ensureReady();
const postgres = await startPostgres();
const waiting = new Set();
let isRunning = false;

const runWaiting = async () => {
  if (isRunning) return;
  isRunning = true;
  while (waiting.size > 0) {
    const names = [...waiting];
    waiting.clear();
    console.log(`\n${names.join(' ')}`);
    const child = spawn(process.execPath, [join(root, 'scripts', 'test.mjs'), ...names], {
      cwd: root,
      env: { ...process.env, TEST_DATABASE_URL: postgres.url },
      stdio: 'inherit',
    });
    await once(child, 'exit');
  }
  isRunning = false;
};

// An editor writes a file in several steps, each of which is a change.
let timer;
const note = (folder) => (_event, file) => {
  const name = file && /\.(ts|tsx)$/.test(file) ? nameFor(join(folder, file)) : undefined;
  if (!name) return;
  waiting.add(name);
  clearTimeout(timer);
  timer = setTimeout(() => void runWaiting(), 200);
};

const watchers = ['src', 'test'].map((folder) => watch(join(root, folder), { recursive: true }, note(folder)));
console.log('Waiting for changes in src and test ...');

process.once('SIGINT', async () => {
  for (const watcher of watchers) watcher.close();
  await postgres.stop();
  process.exit();
});
