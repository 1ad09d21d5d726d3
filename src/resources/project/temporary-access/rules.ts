import type { Period } from '../../../access/granted.ts';
import type { Request } from '../../../contract.ts';
import { parseTime, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { changedMeanwhile, ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';
import type { TemporaryGrantRow, TemporaryState } from './store.ts';

/** 422 for a question about the future ends of what has ended. */
export const requireOpenEnd = ({ state, endsWithinHours }: Request<'listTemporaryAccess'>['query']): void => {
  if (state === 'ended' && endsWithinHours !== undefined)
    throw new ValidationFailure([
      { code: 'invalid', in: 'query', path: ['endsWithinHours'], message: 'must not be given with state=ended' },
    ]);
};

export const stateOf = (
  { startsAt, endsAt }: Pick<TemporaryGrantRow, 'startsAt' | 'endsAt'>,
  at: Timestamp,
): TemporaryState => (endsAt <= at ? 'ended' : startsAt <= at ? 'active' : 'planned');

/** 409 unless the grant ends when the caller expects it to, if the caller says so. */
export const requireExpectedEnd = ({ type, endsAt }: TemporaryGrantRow, expected: string | undefined): void => {
  if (expected !== undefined && parseTime(expected) !== parseTime(endsAt)) throw changedMeanwhile(`this ${type}`);
};

const periodOf = (startsAt: Timestamp, endsAt: Timestamp): Period => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: `${parseTime(endsAt)! - parseTime(startsAt)!}ms`,
  temporaryAccessStartTime: startsAt,
  temporaryAccessEndTime: endsAt,
});

const refuseEnd = (code: ValidationIssue['code'], message: string): never => {
  throw new ValidationFailure([{ code, in: 'body', path: ['endsAt'], message }]);
};

/** The period of a grant with another end; one that has ended begins again now. 422 unless it ends in the future. */
export const periodUntil = (row: TemporaryGrantRow, end: string, now: Timestamp): Period => {
  const time = parseTime(end) ?? refuseEnd('format', 'must be an RFC 3339 time such as 2026-01-02T03:04:05Z');
  const endsAt = timestamp(new Date(time));
  const startsAt = stateOf(row, now) === 'ended' ? now : row.startsAt;
  if (endsAt <= now) refuseEnd('too_small', 'must be in the future');
  if (endsAt <= startsAt) refuseEnd('too_small', `must be after the beginning, ${startsAt}`);
  return periodOf(startsAt, endsAt);
};

/** The period of a grant that ends now; undefined for one that is not active, which is removed instead. */
export const periodUntilNow = (row: TemporaryGrantRow, now: Timestamp): Period | undefined =>
  stateOf(row, now) === 'active' && row.startsAt < now ? periodOf(row.startsAt, now) : undefined;
