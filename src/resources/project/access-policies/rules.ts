import type { ValidationIssue } from '../../../platform/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import { parseRange } from '../grants/period.ts';

const minuteMs = 60_000;
const yearMs = 365.25 * 86_400_000;

/** A duration of a policy: its name in requests, the texts that mean none, and its bounds. */
interface Duration {
  readonly field: string;
  readonly none: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly bounds: string;
}

export const maxTimePeriod: Duration = {
  field: 'maxTimePeriod',
  none: ['', 'permanent'],
  least: 1,
  most: 100 * yearMs,
  bounds: 'must be longer than nothing and at most 100 years',
};

export const requestExpirationTime: Duration = {
  field: 'requestExpirationTime',
  none: ['', 'never'],
  least: minuteMs,
  most: yearMs,
  bounds: 'must be from one minute to one year',
};

/** The stored form of a duration in a request; undefined if it was not sent, null for none. */
export const readDuration = ({ none }: Duration, text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text === null || none.includes(text.trim()) ? null : text.trim();

export const durationIssues = (duration: Duration, text: string | null | undefined): ValidationIssue[] => {
  const stored = readDuration(duration, text);
  if (stored === undefined || stored === null) return [];
  const length = parseRange(stored);
  const at = { in: 'body' as const, path: [duration.field] };
  if (length === undefined)
    return [{ ...at, code: 'format', message: 'must be a number with a unit, such as 90m, 1.5 hours or 2 weeks' }];
  return length >= duration.least && length <= duration.most
    ? []
    : [{ ...at, code: 'invalid', message: duration.bounds }];
};

/** 400 if somebody may not have access for so long under the policy; an undefined range is one without an end. */
export const requireAllowedRange = (
  { maxTimePeriod: longest }: { readonly maxTimePeriod: string | null },
  range: string | null,
): void => {
  if (longest === null || (range !== null && parseRange(range)! <= parseRange(longest)!)) return;
  throw badRequest(`This policy grants access for at most ${longest}. Ask for that, or for less.`);
};
