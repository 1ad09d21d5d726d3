import type { Timestamp } from '../../../platform/clock.ts';
import { badToken } from '../../../platform/errors.ts';
import { tokenExpired } from '../access-tokens/authorize.ts';
import type { PresentedSession } from './store.ts';

const secondsBetween = (from: Timestamp, to: Timestamp): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 1000);

/**
 * The longest time for which the session was not used since its sign-in, until now. An earlier pause counts as well:
 * otherwise using the session without an organization, or in one without a limit, would revive it for all others.
 */
export const idleSeconds = (
  { lastUsedAt, longestIdleSeconds }: Pick<PresentedSession, 'lastUsedAt' | 'longestIdleSeconds'>,
  now: Timestamp,
): number => Math.max(longestIdleSeconds, secondsBetween(lastUsedAt, now));

const describe = (minutes: number): string => {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

const idleTooLong = (minutes: number) =>
  badToken(`This organization ends sessions that were not used for ${describe(minutes)}. Log in again.`);

const signInTooOld = (minutes: number) =>
  badToken(`This organization asks for a sign-in every ${describe(minutes)}. Log in again.`);

/** 401 if the session is beyond the limits of the organization that it is presented in. */
export const requireWithinLimits = (session: PresentedSession, now: Timestamp): void => {
  const { sessionIdleMinutes: idle, sessionMaxMinutes: max } = session;
  if (idle !== null && idleSeconds(session, now) >= idle * 60) throw idleTooLong(idle);
  if (max !== null && secondsBetween(session.authenticatedAt, now) >= max * 60) throw signInTooOld(max);
};

/** Returns the session; 401 if it has ended. */
export const requireLive = (session: PresentedSession | undefined, now: Timestamp): PresentedSession => {
  if (!session || session.expiresAt <= now) throw tokenExpired();
  return session;
};
