import type { ValidationIssue } from '../../../platform/errors.ts';
import { parseRange } from '../../project/grants/period.ts';

const leastMs = 60_000;
const mostMs = 10 * 365.25 * 86_400_000;

/** Returns the milliseconds of a stored time to live. */
export const millisecondsOf = (ttl: string): number => Math.round(parseRange(ttl.trim())!);

const problemOf = (ttl: string): string | undefined => {
  const milliseconds = parseRange(ttl.trim());
  if (milliseconds === undefined) return 'must be a number and a unit, such as 90m, 1.5h or 2 days';
  if (milliseconds < leastMs) return 'TTL must be a greater than 1min';
  return milliseconds > mostMs ? 'TTL must be less than 10 years' : undefined;
};

/** The issue of a time to live in a request, if there is one; null and an empty text are none. */
export const ttlIssues = (ttl: string | null | undefined, path: readonly string[]): ValidationIssue[] => {
  const problem = ttl === undefined || ttl === null || ttl === '' ? undefined : problemOf(ttl);
  return problem === undefined ? [] : [{ code: 'invalid', in: 'body', path: [...path], message: problem }];
};
