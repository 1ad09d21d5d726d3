import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { backupsIn, isDue } from '../backups/schedule.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { lastBackupAt } from '../platform/db/sqlite/data-directory.ts';
import { isThere } from './doctor-database.ts';
import { good, note, reasonOf, wrong, type Check, type Finding } from './doctor-findings.ts';

/** A backup that is this many intervals old was not followed by the next ones. */
const missed = 2;
const oldHours = 7 * 24;

const scheduled = (
  { directory, everyHours }: NonNullable<Config['backups']>,
  dataDirectory: string,
  now: Date,
): Finding[] => {
  if (!existsSync(directory)) return [note(`backups in ${directory}`, 'It does not exist yet; `serve` creates it.')];
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [wrong(`backups in ${directory}`, `The server cannot write there: ${reasonOf(error)}.`)];
  }
  const backups = backupsIn(readdirSync(directory));
  const [last] = backups;
  if (!last) return [note(`backups in ${directory}`, 'There is none yet; `serve` makes the first within a minute.')];
  const name = `backups in ${directory}, the last at ${last.createdAt.toISOString()}`;
  if (isDue(backups, missed * everyHours, now))
    return [wrong(name, `One should be made every ${everyHours} hours: the log of the server says why not.`)];
  return [
    statSync(directory).dev === statSync(dataDirectory).dev
      ? note(name, 'They are on the disk of the database: copy them elsewhere, too.')
      : good(name),
  ];
};

/** Checks that the SQLite file is backed up: by the schedule, or otherwise within a week. */
export const backups: Check = (config) => {
  const { database, backups: schedule } = config;
  if (database.kind === 'postgres' || !isThere(config)) return [];
  const now = systemClock.now();
  if (schedule) return scheduled(schedule, database.directory, now);
  const last = lastBackupAt(database.directory);
  const advice = 'Set BACKUP_DIR for scheduled ones, or run: sallyport backup FILE';
  if (!last) return [note('backup', `There has never been one. ${advice}`)];
  const name = `last backup at ${last.toISOString()}`;
  return [isDue([{ name, createdAt: last }], oldHours, now) ? note(name, advice) : good(name)];
};
