// The clock of a real process jumps an hour back and forth under load (libfaketime): nothing is lost, refused or
// counted twice.
import { existsSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { someChanges } from '../kills.mjs';
import { newFolder, pause } from '../processes.mjs';
import { Site } from '../site.mjs';
import { sqliteStorage } from '../storage.mjs';

const machine = { x64: 'x86_64', arm64: 'aarch64' }[arch()];
const libraryFolders = [
  `/usr/lib/${machine}-linux-gnu/faketime`,
  '/usr/lib/faketime',
  '/usr/lib64/faketime',
  '/usr/local/lib/faketime',
];

const findLibrary = () =>
  libraryFolders.map((folder) => join(folder, 'libfaketime.so.1')).find((file) => existsSync(file));

const hourMs = 3_600_000;

const jump = async ({ cycles }) => {
  const library = findLibrary();
  if (!library) return { skipped: 'libfaketime is not installed' };
  const file = join(newFolder(), 'offset');
  const set = (offset) => writeFileSync(file, `${offset}\n`);
  set('+0');
  // Timers use the monotonic clock, which does not change when the time of day is set.
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const site = new Site(sqliteStorage(), 1, settings);
  try {
    await site.open();
    const started = Date.now();
    site.writers.resume();
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      set(['+1h', '+0', '-1h', '+0'][cycle % 4]);
      await someChanges(site, 100);
      await pause(100);
    }
    set('+0');
    await site.writers.pause();
    // Entries have the time of the server, so some are an hour before the first one.
    await site.check({ isAll: true, since: started - 2 * hourMs });
  } finally {
    await site.close();
  }
  const { acknowledged, inDoubt } = site.model.totals;
  return { done: `${cycles} jumps of an hour`, acknowledged, inDoubt, problems: site.problems };
};

export const scenarios = [{ name: 'clock jumps', on: 'sqlite', run: jump }];
