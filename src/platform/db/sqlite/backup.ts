import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../errors.ts';
import { ensurePrivateFile } from './data-directory.ts';
import { openSqliteFile } from './driver.ts';

/** On the disk, whatever happens to the power. */
const settle = (path: string): void => {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Appears under its name only when it is whole. */
const writeWhole = (file: string, write: (unfinished: string) => void): void => {
  const unfinished = `${file}.unfinished`;
  try {
    // Of an earlier attempt.
    rmSync(unfinished, { force: true });
    ensurePrivateFile(unfinished);
    write(unfinished);
    settle(unfinished);
    renameSync(unfinished, file);
    settle(dirname(file));
  } catch (cause) {
    rmSync(unfinished, { force: true });
    if (cause instanceof StartError) throw cause;
    throw new StartError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
};

/**
 * A copy of the database as it is at one moment. Whoever uses it meanwhile goes on, and so does the copying, however
 * much they write.
 */
export const backUpSqlite = (databaseFile: string, file: string): void => {
  if (existsSync(file)) throw new StartError(`${file} exists already. Nothing was written.`);
  const database = openSqliteFile(databaseFile, { readonly: true, fileMustExist: true });
  try {
    writeWhole(file, (unfinished) => database.prepare('VACUUM INTO ?').run(unfinished));
  } finally {
    database.close();
  }
};

/** What is wrong with the file of a database, if anything. */
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
    return (error as Error).message;
  }
};

/** The root key that the database needs; undefined if the file is none of ours. */
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

/** Puts a copy where a database is to be. */
export const restoreSqlite = (file: string, databaseFile: string): void =>
  writeWhole(databaseFile, (unfinished) => copyFileSync(file, unfinished, constants.COPYFILE_FICLONE));
