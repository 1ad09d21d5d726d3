import type { Request } from '../../../contract.ts';
import { parseTime, secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { refuseIssues } from '../../../platform/errors.ts';

type ReminderInput = Request<'setSecretReminder'>['body'];

const daySeconds = 86_400;

/** Returns the time that many days later. */
export const daysAfter = (now: Date, days: number): Timestamp => timestamp(secondsAfter(now, days * daySeconds));

/** 422 for a reminder without a date. */
export const checkReminder = ({ repeatDays, nextReminderDate }: ReminderInput): void => {
  const message = 'is required unless repeatDays is sent';
  refuseIssues(
    (repeatDays ?? null) === null && (nextReminderDate ?? null) === null
      ? [{ code: 'required', in: 'body', path: ['nextReminderDate'], message }]
      : [],
  );
};

const timeOf = (text: string | null | undefined): Timestamp | null =>
  text === null || text === undefined ? null : timestamp(new Date(parseTime(text)!));

/** Returns the first date: a repeated reminder begins with `fromDate`, or counts from now. */
export const datesOf = (
  { repeatDays, nextReminderDate, fromDate }: ReminderInput,
  now: Date,
): { nextReminderDate: Timestamp; fromDate: Timestamp | null } => {
  const from = timeOf(fromDate);
  const next = (repeatDays ?? null) === null ? timeOf(nextReminderDate)! : (from ?? daysAfter(now, repeatDays!));
  return { nextReminderDate: next, fromDate: from };
};
