import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';

const secondsOf: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns when a new token expires: with its session, or earlier if the organization says so (`30m`, `12h`, `7d`). */
export const tokenEnd = (now: Date, sessionEnd: Timestamp, expiration: string | null): Timestamp => {
  if (expiration === null) return sessionEnd;
  const end = timestamp(secondsAfter(now, Number(expiration.slice(0, -1)) * secondsOf[expiration.slice(-1)]!));
  return end < sessionEnd ? end : sessionEnd;
};
