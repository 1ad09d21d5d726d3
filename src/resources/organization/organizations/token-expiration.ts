import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';

const secondsOf: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/**
 * When a token made now ends: with its session, or sooner if the organization wants it so (`30m`, `12h`, `7d`, `2w`).
 */
export const tokenEnd = (now: Date, sessionEnd: Timestamp, expiration: string | null): Timestamp => {
  if (expiration === null) return sessionEnd;
  const end = timestamp(secondsAfter(now, Number(expiration.slice(0, -1)) * secondsOf[expiration.slice(-1)]!));
  return end < sessionEnd ? end : sessionEnd;
};
