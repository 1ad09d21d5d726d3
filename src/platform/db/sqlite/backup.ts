import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { StartError } from '../../errors.ts';
import { ensurePrivateFile } from './data-directory.ts';
import { openSqliteFile } from './driver.ts';

/** Flushes a file or directory to the disk. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Where a file is written until it is complete. */
export const unfinishedName = (file: string): string => `${file}.unfinished`;

/** Removes a file that is not complete, and what SQLite puts beside it. */
const removeUnfinished = (unfinished: string): void => {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + ending, { force: true });
};

/** Writes to a temporary name and renames the file when it is complete. */
const writeAtomically = async (
  file: string,
  write: (unfinished: string) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<void> => {
  const unfinished = unfinishedName(file);
  try {
    // Left by an earlier attempt.
    removeUnfinished(unfinished);
    ensurePrivateFile(unfinished);
    await write(unfinished);
    await flush(unfinished);
    signal?.throwIfAborted();
    renameSync(unfinished, file);
    await flush(dirname(file));
  } catch (cause) {
    removeUnfinished(unfinished);
    if (cause instanceof StartError || signal?.aborted) throw cause;
    throw new StartError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
};

const pagesAtOnce = 100;
const pagesPerFlush = 2_000;

/** Copies a few pages in each turn of the event loop, and flushes them meanwhile, so that the end is not a long one. */
const copyPages = async (source: Sqlite.Database, target: string, signal?: AbortSignal): Promise<void> => {
  const handle = await open(target, 'r');
  let copied = 0;
  let flushing: Promise<void> | undefined;
  try {
    await source.backup(target, {
      progress: ({ remainingPages }) => {
        signal?.throwIfAborted();
        const isLast = remainingPages <= pagesAtOnce;
        if (!flushing && copied >= (isLast ? pagesAtOnce : pagesPerFlush)) {
          copied = 0;
          flushing = handle.datasync().finally(() => (flushing = undefined));
          flushing.catch(() => undefined);
        }
        if (isLast && flushing) return 0;
        copied += pagesAtOnce;
        return pagesAtOnce;
      },
    });
  } finally {
    await flushing?.catch(() => undefined);
    await handle.close();
  }
};

/**
 * Copies the database as of one moment. The server can go on reading and writing meanwhile, also in this process, and
 * does not delay the copy.
 */
export const backUpSqlite = async (databaseFile: string, file: string, signal?: AbortSignal): Promise<void> => {
  if (existsSync(file)) throw new StartError(`${file} exists already. Nothing was written.`);
  const database = openSqliteFile(databaseFile, { readonly: true, fileMustExist: true });
  try {
    // The transaction begins with its first read; later changes do not start the copy again.
    database.exec('BEGIN; SELECT 1 FROM sqlite_master;');
    await writeAtomically(
      file,
      async (unfinished) => {
        await copyPages(database, unfinished, signal);
        // Without a log beside it, so that the copy is one file, and can be read where nothing can be written.
        const copy = openSqliteFile(unfinished, {});
        copy.pragma('journal_mode = DELETE');
        copy.close();
      },
      signal,
    );
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

/** Copies a backup to the database file, after the copy was prepared. */
export const restoreSqlite = (
  file: string,
  databaseFile: string,
  prepare: (unfinished: string) => void = () => undefined,
): Promise<void> =>
  writeAtomically(databaseFile, (unfinished) => {
    copyFileSync(file, unfinished, constants.COPYFILE_FICLONE);
    prepare(unfinished);
  });

/**
 * Makes the leases in a restored backup wait until somebody says that they may be revoked: those that were renewed since
 * look as if they had expired. Returns how many there are.
 */
export const holdLeases = (file: string, since: string): number => {
  const database = openSqliteFile(file, { fileMustExist: true });
  try {
    const tables = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'dynamic_secret_leases'`;
    if (database.prepare(tables).get() === undefined) return 0;
    const { leases } = database.prepare('SELECT count(*) AS leases FROM dynamic_secret_leases').get() as {
      leases: number;
    };
    if (leases > 0) database.prepare('UPDATE instance SET "leasesHeldSince" = ?').run(since);
    return leases;
  } finally {
    database.close();
  }
};
