import { secondsAfter } from '../../../platform/clock.ts';
import type { RotationParameters, SecretRotationRow } from './store.ts';

type Schedule = Pick<
  SecretRotationRow,
  'isAutoRotationEnabled' | 'rotationInterval' | 'rotateAtHours' | 'rotateAtMinutes'
>;

const daySeconds = 86_400;

/**
 * Returns when the next rotation is due: the interval after the day of the last one, at the time of day of the schedule.
 * What was not started by the schedule, later in the day than that, counts for the next day, so that the interval is
 * never shorter. Null without a schedule.
 */
export const nextRotation = (
  last: Date,
  { isAutoRotationEnabled, rotationInterval, rotateAtHours, rotateAtMinutes }: Schedule,
  isBySchedule: boolean,
): Date | null => {
  if (!isAutoRotationEnabled) return null;
  const sameDay = new Date(last);
  sameDay.setUTCHours(rotateAtHours, rotateAtMinutes, 0, 0);
  const days = rotationInterval + (!isBySchedule && last > sameDay ? 1 : 0);
  return secondsAfter(sameDay, days * daySeconds);
};

const pausesInMinutes = [1, 5, 30];
const longestPauseInMinutes = 120;

/** Returns when to try again after that many failures in a row; attempts never end. */
export const nextAttempt = (now: Date, failures: number): Date =>
  secondsAfter(now, 60 * (pausesInMinutes[failures - 1] ?? longestPauseInMinutes));

/** Whether the password of one user changes in place. */
export const isInPlace = ({ username1, username2 }: Pick<RotationParameters, 'username1' | 'username2'>): boolean =>
  username1 === username2;

/** The names of the users, each once. */
export const usernamesOf = ({ username1, username2 }: RotationParameters): string[] => [
  ...new Set([username1, username2]),
];

/** Which user gets a new password: the one that the secrets do not name, if there are two. */
export const nextIndex = ({
  parameters,
  activeIndex,
}: Pick<SecretRotationRow, 'parameters' | 'activeIndex'>): number => (isInPlace(parameters) ? 0 : 1 - activeIndex);

export const usernameAt = ({ username1, username2 }: RotationParameters, index: number): string =>
  index === 0 ? username1 : username2;
