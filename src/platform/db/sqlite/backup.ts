import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../errors.ts';
import { ensurePrivateFile } from './data-directory.ts';
import { openSqliteFile } from './driver.ts';

/** Flushes a file or directory to the disk. */
const flush = (path: string): void => {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Where a file is written until it is complete. */
export const unfinishedName = (file: string): string => `${file}.unfinished`;

/** Writes to a temporary name and renames the file when it is complete. */
const writeAtomically = (file: string, write: (unfinished: string) => void): void => {
  const unfinished = unfinishedName(file);
  try {
    // Left by an earlier attempt.
    rmSync(unfinished, { force: true });
    ensurePrivateFile(unfinished);
    write(unfinished);
    flush(unfinished);
    renameSync(unfinished, file);
    flush(dirname(file));
  } catch (cause) {
    rmSync(unfinished, { force: true });
    if (cause instanceof StartError) throw cause;
    throw new StartError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
};

/**
 * Copies the database as of one moment. The server can go on reading and writing meanwhile, and does not delay the
 * copy.
 */
export const backUpSqlite = (databaseFile: string, file: string): void => {
  if (existsSync(file)) throw new StartError(`${file} exists already. Nothing was written.`);
  const database = openSqliteFile(databaseFile, { readonly: true, fileMustExist: true });
  try {
    writeAtomically(file, (unfinished) => database.prepare('VACUUM INTO ?').run(unfinished));
  } finally {
    database.close();
  }
};

/** Returns what is wrong with a database file; undefined if nothing is. */
export const sqliteProblem = (file: string): string | undefined => {
  try {
    const database = openSqliteFile(file, { readonly: true, fileMustExist: true });
    try {
      const [first] = database.pragma('quick_check(1)') as { quick_check: string }[];
      return first?.quick_check === 'ok' ? undefined : first?.quick_check;
    } finally {
      database.close();
    }
  } catch (error) {
    // SQLite itself cannot be loaded, which says nothing of the file.
    if (error instanceof StartError) throw error;
    return (error as Error).message;
  }
};

/** Returns the id of the root key that the database needs; undefined if it is not a database of Sallyport. */
export const rootKeyIdIn = (file: string): string | undefined => {
  const database = openSqliteFile(file, { readonly: true, fileMustExist: true });
  try {
    const isOurs =
      database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'instance'`).get() !== undefined;
    const row = isOurs
      ? (database.prepare('SELECT "rootKeyId" FROM instance').get() as { rootKeyId: string } | undefined)
      : undefined;
    return row?.rootKeyId;
  } finally {
    database.close();
  }
};

/** Copies a backup to the database file. */
export const restoreSqlite = (file: string, databaseFile: string): void =>
  writeAtomically(databaseFile, (unfinished) => copyFileSync(file, unfinished, constants.COPYFILE_FICLONE));
