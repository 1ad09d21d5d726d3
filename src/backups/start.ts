import type { Log } from '../platform/log.ts';
import type { Backups } from './backups.ts';

const everyMs = 60_000;

/** Makes scheduled backups when they are due; returns a function that stops it. */
export const startBackups = (backups: Backups, log: Log): (() => Promise<void>) => {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => backups.makeIfDue())
      .then((file) => void (file !== undefined && log.info({ file }, 'backup made')));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await backups.close();
    await running;
  };
};
