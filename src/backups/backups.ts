import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { backUpSqlite } from '../platform/db/sqlite/backup.ts';
import { databaseFileIn, lastBackupAt, noteBackup } from '../platform/db/sqlite/data-directory.ts';
import { badRequest, tooManyRequests, unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { backupName, backupsIn, isDue, isUnfinished, nextAt, superfluous } from './schedule.ts';

export interface BackupState {
  readonly isSupported: boolean;
  readonly lastAt: Date | undefined;
  readonly schedule:
    | (NonNullable<Config['backups']> & {
        readonly nextAt: Date;
        /** Why the last scheduled backup failed. */
        readonly problem: string | null;
        readonly files: readonly { readonly name: string; readonly createdAt: Date; readonly bytes: number }[];
      })
    | undefined;
}

/** A copy for one download: it has no name any more, and ends with its handle. */
export interface Copy {
  readonly handle: FileHandle;
  readonly bytes: number;
}

/** What a backup must leave free on its disk, so that the server can go on writing. */
const reserveBytes = 64 * 1_048_576;
const retryMs = 900_000;

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const busy = () =>
  tooManyRequests('Another backup is being made. Try again when it is complete.', { 'Retry-After': '10' });

/** Copies the SQLite file while the server runs: for downloads, and into a directory by a schedule. One copy at a time. */
export class Backups {
  readonly #config: Config;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #stop = new AbortController();
  #isDownloading = false;
  /** When the copy of the download was made. */
  #copiedAt: Date | undefined;
  #copying: Promise<void> | undefined;
  #problem: string | null = null;
  #failedAt = -Infinity;

  constructor({ config, clock, log }: { config: Config; clock: Clock; log: Log }) {
    this.#config = config;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether the last scheduled backup failed; undefined without a schedule. */
  get hasFailed(): boolean | undefined {
    return this.#config.backups ? this.#problem !== null : undefined;
  }

  async state(): Promise<BackupState> {
    const { database, backups: schedule } = this.#config;
    if (database.kind !== 'sqlite') return { isSupported: false, lastAt: undefined, schedule: undefined };
    const lastAt = lastBackupAt(database.directory);
    if (!schedule) return { isSupported: true, lastAt, schedule: undefined };
    const backups = await this.#list(schedule.directory);
    const files = await Promise.all(
      backups
        .slice(0, schedule.keep)
        .map(async (file) => ({ ...file, bytes: await sizeOf(join(schedule.directory, file.name)) })),
    );
    const next = nextAt(backups, schedule.everyHours, this.#clock.now());
    return { isSupported: true, lastAt, schedule: { ...schedule, nextAt: next, problem: this.#problem, files } };
  }

  /** Reserves the one download that there can be; the caller calls `endDownload`. */
  beginDownload(): void {
    if (this.#config.database.kind !== 'sqlite')
      throw badRequest(
        'The server does not copy PostgreSQL. Use pg_dump: `sallyport backup FILE` prints the command with the address of the database.',
      );
    if (this.#isDownloading || this.#copying) throw busy();
    this.#isDownloading = true;
  }

  /** Makes the copy of the reserved download. */
  async copyForDownload(signal: AbortSignal): Promise<Copy> {
    const file = join(this.#directory, 'download.db');
    // Left by a server that was killed.
    await rm(file, { force: true });
    this.#copiedAt = this.#clock.now();
    await this.#copyTo(file, signal);
    try {
      const handle = await open(file, 'r');
      return { handle, bytes: (await handle.stat()).size };
    } finally {
      await rm(file, { force: true });
    }
  }

  endDownload(isComplete: boolean): void {
    this.#isDownloading = false;
    if (isComplete && this.#copiedAt) noteBackup(this.#directory, this.#copiedAt);
    this.#copiedAt = undefined;
  }

  /** Makes a scheduled backup if it is due, and removes those that are too many; returns its name. */
  async makeIfDue(): Promise<string | undefined> {
    const { backups: schedule } = this.#config;
    const now = this.#clock.now();
    if (!schedule || this.#copying || Math.abs(now.getTime() - this.#failedAt) < retryMs) return undefined;
    const { directory, everyHours, keep } = schedule;
    try {
      if (!isDue(await this.#list(directory), everyHours, now)) return undefined;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      for (const left of (await readdir(directory)).filter(isUnfinished)) await rm(join(directory, left));
      const name = backupName(now);
      await this.#copyTo(join(directory, name), this.#stop.signal);
      noteBackup(this.#directory, now);
      for (const old of superfluous(await this.#list(directory), name, keep)) await rm(join(directory, old.name));
      this.#problem = null;
      this.#failedAt = -Infinity;
      return name;
    } catch (err) {
      if (this.#stop.signal.aborted) return undefined;
      this.#problem = (err as Error).message;
      this.#failedAt = now.getTime();
      this.#log.error({ err }, 'scheduled backup failed');
      return undefined;
    }
  }

  /** Ends a copy that is being made. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#copying?.catch(() => undefined);
  }

  get #directory(): string {
    return (this.#config.database as { directory: string }).directory;
  }

  async #list(directory: string): Promise<ReturnType<typeof backupsIn>> {
    return backupsIn(await readdir(directory).catch(() => []));
  }

  async #copyTo(file: string, signal: AbortSignal): Promise<void> {
    if (this.#copying) throw busy();
    const source = databaseFileIn(this.#directory);
    const copy = async (): Promise<void> => {
      await this.#requireRoom(source, file);
      await backUpSqlite(source, file, AbortSignal.any([signal, this.#stop.signal]));
    };
    this.#copying = copy().finally(() => (this.#copying = undefined));
    await this.#copying;
  }

  async #requireRoom(source: string, file: string): Promise<void> {
    const needed = (await sizeOf(source)) + (await sizeOf(`${source}-wal`)) + reserveBytes;
    const { bavail, bsize } = await statfs(dirname(file));
    if (bavail * bsize < needed)
      throw unavailable(
        `The disk of ${dirname(file)} has not enough room for a copy of the database. Make room first.`,
      );
  }
}
