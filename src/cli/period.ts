import { InvalidArgumentError } from 'commander';
import { systemClock, timestamp } from '../platform/clock.ts';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Reads a duration such as 90m, 2h or 7d, in milliseconds. */
export const readDuration = (text: string): number => {
  const [, count, unit] = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim()) ?? [];
  if (unit === undefined || Number(count) === 0)
    throw new InvalidArgumentError('Use a number with s, m, h, d or w, such as 90m, 2h or 7d.');
  return Number(count) * unitMs[unit as keyof typeof unitMs];
};

const daysAgo: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

/** The beginning of a day, in the time zone of this machine. */
const beginningOf = (days: number): Date => {
  const now = systemClock.now();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
};

/** Reads a time, how long ago it was, or a day. */
export const readSince = (text: string): string => {
  const days = daysAgo[text.trim().toLowerCase()];
  if (days !== undefined) return timestamp(beginningOf(days));
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  try {
    return timestamp(new Date(systemClock.now().getTime() - readDuration(text)));
  } catch {
    throw new InvalidArgumentError(
      'Use how long ago it was, such as 90m, 2h or 7d, or today, yesterday, or a time such as 2026-01-02T03:04:05Z.',
    );
  }
};
