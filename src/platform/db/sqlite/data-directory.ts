import { chmodSync, existsSync, mkdirSync, openSync, closeSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../errors.ts';
import { openSqliteFile } from './driver.ts';

/** The directory with the files of one process: accessible only to its user, and to one process at a time. */
export interface DataDirectory {
  readonly databaseFile: string;
  readonly rootKeyFile: string;
  readonly release: () => void;
}

const onlyOwner = 0o700;

export const databaseFileIn = (directory: string): string => join(directory, 'sallyport.db');

export const rootKeyFileIn = (directory: string): string => join(directory, 'root.key');

/** The licence that whoever runs the server has issued for it. */
export const ownLicenceFileIn = (directory: string): string => join(directory, 'licence');

/** An empty file, whose time of change is that of the last backup. */
const lastBackupFileIn = (directory: string): string => join(directory, 'last-backup');

export const noteBackup = (directory: string, now: Date): void => {
  const file = lastBackupFileIn(directory);
  ensurePrivateFile(file);
  utimesSync(file, now, now);
};

/** When the database was last backed up; undefined if it never was. */
export const lastBackupAt = (directory: string): Date | undefined =>
  statSync(lastBackupFileIn(directory), { throwIfNoEntry: false })?.mtime;

/** Turns any error of the file system into a message for the operator. */
export const inDataDirectory = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The data directory ${path} cannot be used: ${(cause as Error).message}`, { cause });
  }
};

const claim = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: onlyOwner });
  const { mode } = statSync(path);
  if ((mode & 0o077) === 0) return;
  // Restrict the mode only of our own directory, never of one that contains something else.
  const isOurs = readdirSync(path).length === 0 || existsSync(databaseFileIn(path));
  if (!isOurs)
    throw new StartError(
      `${path} holds other files and is open to other users. Choose another DATA_DIR, or run: chmod 700 ${path}`,
    );
  chmodSync(path, onlyOwner);
};

/**
 * Takes an exclusive transaction on a separate file: the operating system releases it when the process ends in any way.
 */
const lock = (path: string): (() => void) => {
  closeSync(openSync(join(path, 'lock'), 'a', 0o600));
  const holder = openSqliteFile(join(path, 'lock'), { timeout: 0 });
  try {
    holder.pragma('journal_mode = MEMORY');
    holder.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    holder.close();
    throw new StartError(
      `Another process is using the data directory ${path}. Stop it first, or choose another DATA_DIR.`,
      { cause },
    );
  }
  return () => holder.close();
};

export const openDataDirectory = (path: string): DataDirectory =>
  inDataDirectory(path, () => {
    claim(path);
    const release = lock(path);
    return { databaseFile: databaseFileIn(path), rootKeyFile: rootKeyFileIn(path), release };
  });

/**
 * Creates a file that only its owner may read, before anything is written to it; SQLite creates its additional files
 * with the same mode.
 */
export const ensurePrivateFile = (file: string): void => {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
};
