import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** An empty folder that is gone when the tests are over. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  made.push(folder);
  return folder;
};

export const removeScratchFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
};
