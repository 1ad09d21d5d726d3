import type { Period } from '../../../access/granted.ts';
import type { TimeSpan } from '../../../access/grant.ts';
import { earliest, latest, parseTime, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';

/** A period in a request: permanent or temporary. Terraform always sends all fields; those of the other are ignored. */
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

/** Parses a range (a number, optional spaces, an optional unit) into milliseconds; undefined if it has another form. */
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

const parsePeriod = (
  input: PeriodInput & { isTemporary: true },
  path: readonly string[],
): Bounds | ValidationIssue[] => {
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

/** Returns the validation issues of a period; `path` is the position of its object in the body. */
export const periodIssues = (input: PeriodInput, ...path: string[]): ValidationIssue[] => {
  const result = input.isTemporary ? parsePeriod(input, path) : [];
  return Array.isArray(result) ? result : [];
};

/** Reads the period of a request; 422 if it is not valid. */
export const readPeriod = (input: PeriodInput, ...path: string[]): Period => {
  if (!input.isTemporary) return permanent;
  const bounds = parsePeriod(input, path);
  if (Array.isArray(bounds)) throw new ValidationFailure(bounds);
  const { temporaryMode, temporaryRange } = input;
  return {
    isTemporary: true,
    temporaryMode,
    temporaryRange,
    temporaryAccessStartTime: bounds.start,
    temporaryAccessEndTime: bounds.end,
  };
};

/** Picks the fields of the period from a row that has more. */
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

/** Returns the period in the form of the permission engine. */
export const spanOf = ({
  temporaryAccessStartTime,
  temporaryAccessEndTime,
}: Pick<Period, 'temporaryAccessStartTime' | 'temporaryAccessEndTime'>): TimeSpan => ({
  startsAt: temporaryAccessStartTime,
  endsAt: temporaryAccessEndTime,
});

/** Returns the remaining part of a period; 'never' sorts after every timestamp. */
const remainder = ({ temporaryAccessStartTime: start, temporaryAccessEndTime: end }: Period, now: Timestamp) => ({
  from: start === null || start < now ? now : start,
  to: end ?? 'never',
});

export const isOver = (
  { temporaryAccessEndTime: end }: Pick<Period, 'temporaryAccessEndTime'>,
  now: Timestamp,
): boolean => end !== null && end <= now;

/** Whether the remaining part of the inner period lies within the outer one. */
export const isPeriodWithin = (inner: Period, outer: Period, now: Timestamp): boolean => {
  const [innerRest, outerRest] = [remainder(inner, now), remainder(outer, now)];
  return isOver(inner, now) || (outerRest.from <= innerRest.from && innerRest.to <= outerRest.to);
};
