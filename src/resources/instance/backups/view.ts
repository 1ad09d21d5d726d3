import type { BackupState } from '../../../backups/backups.ts';
import type { Reply } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';

export const backupsView = ({ isSupported, lastAt, schedule }: BackupState): Reply<'getBackups'> => ({
  isSupported,
  lastAt: lastAt ? timestamp(lastAt) : null,
  schedule: schedule
    ? {
        directory: schedule.directory,
        everyHours: schedule.everyHours,
        keep: schedule.keep,
        nextAt: timestamp(schedule.nextAt),
        problem: schedule.problem,
        files: schedule.files.map(({ name, createdAt, bytes }) => ({ name, createdAt: timestamp(createdAt), bytes })),
      }
    : null,
});
