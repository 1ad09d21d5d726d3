// A full disk. Changes are refused with a 503 that says so, /readyz is 503 until there is space again, and nothing that
// was acknowledged is lost. The disk is a small tmpfs; where none can be mounted, it is a limit on the size of files
// (ulimit -f), which the server cannot recognize as a full disk: then only acknowledged changes are checked.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '../connection.mjs';
import { someChanges } from '../kills.mjs';
import { newFolder, pause, until } from '../processes.mjs';
import { isReady, statusOf } from '../ready.mjs';
import { Site } from '../site.mjs';
import { sqliteStorage } from '../storage.mjs';

const megabytes = 48;

const unmount = (folder) => spawnSync('umount', ['--lazy', folder]);

/** Whether the tmpfs is mounted; it is always unmounted before the folders are removed. */
const mountSmallDisk = (folder) => {
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
  if (isMounted) process.prependOnceListener('exit', () => unmount(folder));
  return isMounted;
};

/** Fills the disk, down to the last page. */
const fill = (file) => {
  const descriptor = openSync(file, 'w');
  for (const size of [2 ** 20, 4096]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  closeSync(descriptor);
};

/** The response to a change while the disk is full. */
const refusalOf = async (site) => {
  const connection = new Connection();
  const body = { projectId: site.organization.projectId, environment: 'dev', secretValue: 'x'.repeat(100_000) };
  const answer = await connection
    .send(site.nodes[0].url, site.organization.token, 'POST', `/api/v4/secrets/FULL_${Date.now()}`, body)
    .catch((error) => ({ status: error.message }));
  connection.close();
  if (answer.status === 200) site.model.acknowledge('create-secret', answer.requestId);
  else site.model.doubtEvent('create-secret');
  return answer;
};

const fillOnce = async (site, file) => {
  site.writers.resume();
  await someChanges(site);
  fill(file);
  await until(
    '503 of /readyz on a full disk',
    async () => (await statusOf(site.nodes[0].url, '/readyz')) === 503,
    20_000,
  ).catch((error) => site.problems.push(`wrong: ${error.message}`));
  const { status, body } = await refusalOf(site);
  if (status !== 503 || !/full|space|room/i.test(JSON.stringify(body)))
    site.problems.push(`wrong: a change on a full disk got status ${status} ${JSON.stringify(body?.message)}`);
  await pause(500);
  rmSync(file);
  await until('/readyz after space was freed', () => isReady(site.nodes[0])).catch((error) =>
    site.problems.push(`wrong: ${error.message}`),
  );
  await someChanges(site, 50);
  await site.writers.pause();
  if (!site.nodes[0].isRunning()) {
    site.problems.push('wrong: a full disk ended the process');
    await site.nodes[0].start();
  }
  await site.check();
};

const summary = (site, done) => ({
  done,
  acknowledged: site.model.totals.acknowledged,
  inDoubt: site.model.totals.inDoubt,
  problems: site.problems,
});

const onSmallDisk = async (folder, { cycles, progress }) => {
  const count = Math.max(2, Math.round(cycles / 5));
  const site = new Site(sqliteStorage(folder));
  try {
    await site.open();
    for (let cycle = 1; cycle <= count; cycle += 1) {
      await fillOnce(site, join(folder, 'filler'));
      progress(
        `full ${cycle} of ${count}: ${site.model.totals.acknowledged} acknowledged, ${site.problems.length} problems`,
      );
    }
    await site.check({ isAll: true });
  } finally {
    await site.close();
    unmount(folder);
  }
  return summary(site, `${count} times full (tmpfs of ${megabytes} MB)`);
};

/** Files may grow to 12 MB; then writes fail until the server is restarted without the limit. */
const withFileLimit = async () => {
  const site = new Site(
    sqliteStorage(),
    1,
    {},
    { command: 'sh', before: ['-c', 'ulimit -f 24576; exec "$0" "$@"', process.execPath] },
  );
  try {
    await site.open();
    site.writers.resume();
    await until('the limit', async () => (await refusalOf(site)).status !== 200);
    await someChanges(site, 50);
    await site.writers.pause();
    await site.nodes[0].kill();
    site.nodes[0].options = {};
    await site.nodes[0].start();
    await site.check({ isAll: true });
  } finally {
    await site.close();
  }
  return summary(site, 'a limit on files instead (ulimit -f), for no tmpfs can be mounted');
};

const fillDisk = (options) => {
  const folder = newFolder();
  return mountSmallDisk(folder) ? onSmallDisk(folder, options) : withFileLimit();
};

export const scenarios = [{ name: 'full disk', on: 'sqlite', run: fillDisk }];
