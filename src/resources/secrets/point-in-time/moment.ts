import { timestamp, type Timestamp } from '../../../platform/clock.ts';

/**
 * A point in the history of all folders: the part of a change's id that all changes of one transaction share, which
 * sorts in the order of transactions.
 */
export type Moment = string;

/** The length of the part of a change's id that identifies its folder. */
const prefixLength = 13;

const momentFrom = (time: number, bits: string): Moment => {
  const hex = time.toString(16).padStart(12, '0');
  return `-8${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6)}${bits}`;
};

/** The moment right after a change. */
export const momentOf = (changeId: string): Moment => changeId.slice(prefixLength);

/** The moment right before a change. */
export const momentBefore = (changeId: string): Moment => {
  const hex = (BigInt(`0x${hexOf(momentOf(changeId))}`) - 1n).toString(16).padStart(18, '0');
  return momentFrom(Number.parseInt(hex.slice(0, 12), 16), hex.slice(12));
};

/** The moment after everything that happened up to this time. */
export const momentAt = (time: Date): Moment => momentFrom(Math.max(0, time.getTime()), 'ffffff');

/** Later than every change. */
export const endOfTime: Moment = momentFrom(2 ** 48 - 1, 'ffffff');

const hexOf = (moment: Moment): string => `${moment.slice(2, 5)}${moment.slice(7, 10)}${moment.slice(11)}`;

/** The time of a moment. */
export const timeOf = (moment: Moment): Timestamp =>
  timestamp(
    new Date(Math.min(Number.parseInt(hexOf(moment).slice(0, 12), 16), Date.parse('9999-12-31T23:59:59.999Z'))),
  );

/** The number of a commit, which increases with time; it may have more than 53 bits. */
export const commitNumber = (changeId: string): string => BigInt(`0x${hexOf(momentOf(changeId))}`).toString();
