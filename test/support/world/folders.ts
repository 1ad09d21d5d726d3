import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

const newFolder = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'sallyport-test-'));
  made.push(folder);
  return folder;
};

/** A new empty folder, removed after the tests. */
export const scratchFolder = (): string => newFolder(tmpdir());

const inMemory = '/dev/shm';
const hasSpace = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 31;
};
let fastParent: string | undefined;

/**
 * A new empty folder, removed after the tests; in memory if enough is free, because SQLite waits for the disk with
 * every commit, which took a seventh of the time of ordinary tests.
 */
export const fastScratchFolder = (): string => newFolder((fastParent ??= hasSpace(inMemory) ? inMemory : tmpdir()));

export const removeScratchFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
};
