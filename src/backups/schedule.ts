/** A backup in the directory of the schedule. */
export interface BackupFile {
  readonly name: string;
  readonly createdAt: Date;
}

const namePattern = /^sallyport-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.db$/;

/** The name of a backup of that time; names sort by time. */
export const backupName = (at: Date): string => `sallyport-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;

/** Whether a server that was killed has left the file, or what SQLite puts beside it. */
export const isUnfinished = (name: string): boolean => /^sallyport-[\dTZ-]+\.db\.unfinished(-\w+)?$/.test(name);

/** The backups among the names of files, the newest first; others are not ours. */
export const backupsIn = (names: readonly string[]): BackupFile[] =>
  names
    .flatMap((name) => {
      const [, hour, minute, second] = namePattern.exec(name) ?? [];
      const createdAt = new Date(`${hour}:${minute}:${second}Z`);
      return Number.isNaN(createdAt.getTime()) ? [] : [{ name, createdAt }];
    })
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());

const hourMs = 3_600_000;

/** Whether no backup was made within the hours before now; nor after it, as when the clock was set back. */
export const isDue = (backups: readonly BackupFile[], everyHours: number, now: Date): boolean =>
  backups.every(({ createdAt }) => Math.abs(now.getTime() - createdAt.getTime()) >= everyHours * hourMs);

/** The backups to remove after that one was made, so that so many are kept. */
export const superfluous = (backups: readonly BackupFile[], made: string, keep: number): BackupFile[] =>
  backups.filter(({ name }) => name !== made).slice(keep - 1);

/** When the next backup is due. */
export const nextAt = (backups: readonly BackupFile[], everyHours: number, now: Date): Date => {
  const last = backups.find(({ createdAt }) => createdAt <= now);
  return last && !isDue(backups, everyHours, now) ? new Date(last.createdAt.getTime() + everyHours * hourMs) : now;
};
