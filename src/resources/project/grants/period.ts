import type { Period } from '../../../access/granted.ts';
import type { TimeSpan } from '../../../access/grant.ts';
import { earliest, latest, parseTime, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';

/** As requests write it: for good, or for a time. What belongs to the other form is not looked at. */
export type PeriodInput =
  | { readonly isTemporary: false }
  | {
      readonly isTemporary: true;
      readonly temporaryMode: 'relative';
      readonly temporaryRange: string;
      readonly temporaryAccessStartTime: string;
    };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units: readonly (readonly [milliseconds: number, ...names: string[]])[] = [
  [1, '', 'ms', 'msec', 'msecs', 'millisecond', 'milliseconds'],
  [second, 's', 'sec', 'secs', 'second', 'seconds'],
  [minute, 'm', 'min', 'mins', 'minute', 'minutes'],
  [hour, 'h', 'hr', 'hrs', 'hour', 'hours'],
  [day, 'd', 'day', 'days'],
  [7 * day, 'w', 'week', 'weeks'],
  [365.25 * day, 'y', 'yr', 'yrs', 'year', 'years'],
];

const lengths = new Map(
  units.flatMap(([milliseconds, ...names]) => names.map((name) => [name, milliseconds] as const)),
);

/** The range in milliseconds: a number, perhaps spaces, perhaps a unit. Undefined when it is written in another way. */
export const parseRange = (text: string): number | undefined => {
  const [, number, unit] = /^(-?(?:\d+(?:\.\d+)?|\.\d+)) *([a-z]*)$/i.exec(text) ?? [];
  const length = unit === undefined ? undefined : lengths.get(unit.toLowerCase());
  return length === undefined ? undefined : Number(number) * length;
};

export const permanent: Period = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

interface Bounds {
  readonly start: Timestamp;
  readonly end: Timestamp;
}

const read = (input: PeriodInput & { isTemporary: true }, path: readonly string[]): Bounds | ValidationIssue[] => {
  const issue = (field: string, code: ValidationIssue['code'], message: string): ValidationIssue => ({
    code,
    in: 'body',
    path: [...path, field],
    message,
  });
  const start = parseTime(input.temporaryAccessStartTime);
  const range = parseRange(input.temporaryRange);
  const issues: ValidationIssue[] = [];
  if (start === undefined)
    issues.push(issue('temporaryAccessStartTime', 'format', 'must be an RFC 3339 time such as 2026-01-02T03:04:05Z'));
  if (range === undefined)
    issues.push(issue('temporaryRange', 'format', 'must be a number with a unit, such as 90m, 1.5 hours or 2 weeks'));
  else if (range < 1) issues.push(issue('temporaryRange', 'too_small', 'must be at least one millisecond'));
  else if ((start ?? earliest) + range > latest)
    issues.push(issue('temporaryRange', 'too_big', 'must end before the year 10000'));
  return issues.length > 0 ? issues : { start: timestamp(new Date(start!)), end: timestamp(new Date(start! + range!)) };
};

/** What is wrong with a period; `path` leads to the object that holds it. */
export const periodIssues = (input: PeriodInput, ...path: string[]): ValidationIssue[] => {
  const found = input.isTemporary ? read(input, path) : [];
  return Array.isArray(found) ? found : [];
};

/** From when until when something holds; 422 when the request says that in a way that cannot be understood. */
export const periodOf = (input: PeriodInput, ...path: string[]): Period => {
  if (!input.isTemporary) return permanent;
  const found = read(input, path);
  if (Array.isArray(found)) throw new ValidationFailure(found);
  const { temporaryMode, temporaryRange } = input;
  return {
    isTemporary: true,
    temporaryMode,
    temporaryRange,
    temporaryAccessStartTime: found.start,
    temporaryAccessEndTime: found.end,
  };
};

/** Only what says from when until when, of anything that has more. */
export const periodView = ({
  isTemporary,
  temporaryMode,
  temporaryRange,
  temporaryAccessStartTime,
  temporaryAccessEndTime,
}: Period): Period => ({
  isTemporary,
  temporaryMode,
  temporaryRange,
  temporaryAccessStartTime,
  temporaryAccessEndTime,
});

/** The same as the permission engine has it. */
export const spanOf = ({
  temporaryAccessStartTime,
  temporaryAccessEndTime,
}: Pick<Period, 'temporaryAccessStartTime' | 'temporaryAccessEndTime'>): TimeSpan => ({
  startsAt: temporaryAccessStartTime,
  endsAt: temporaryAccessEndTime,
});

/** What is left of a period; in text order, after every time comes that of what has no end. */
const rest = ({ temporaryAccessStartTime: start, temporaryAccessEndTime: end }: Period, now: Timestamp) => ({
  from: start === null || start < now ? now : start,
  to: end ?? 'never',
});

export const isOver = (
  { temporaryAccessEndTime: end }: Pick<Period, 'temporaryAccessEndTime'>,
  now: Timestamp,
): boolean => end !== null && end <= now;

/** Whether what is left of the one period lies within the other. */
export const isWithin = (inner: Period, outer: Period, now: Timestamp): boolean => {
  const [less, more] = [rest(inner, now), rest(outer, now)];
  return isOver(inner, now) || (more.from <= less.from && less.to <= more.to);
};
