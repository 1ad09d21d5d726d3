import { lengthAdvice, parseLength } from '../components/duration.ts';

/** When a temporary role or privilege is in force, in milliseconds. */
export interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

export type State = 'active' | 'planned' | 'ended';

interface Times {
  readonly temporaryAccessStartTime: string | null;
  readonly temporaryAccessEndTime: string | null;
}

/** Null for what is permanent. */
export const spanOf = ({ temporaryAccessStartTime: start, temporaryAccessEndTime: end }: Times): Span | null =>
  start === null || end === null ? null : { startsAt: Date.parse(start), endsAt: Date.parse(end) };

export const stateOf = ({ startsAt, endsAt }: Span, now: number): State =>
  endsAt <= now ? 'ended' : startsAt <= now ? 'active' : 'planned';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
export const day = 24 * hour;

const parts: readonly (readonly [length: number, unit: string])[] = [
  [day, 'd'],
  [hour, 'h'],
  [minute, 'min'],
  [second, 's'],
];

/** A length of time by its two largest units: "3 h 12 min". */
export const lengthText = (milliseconds: number): string => {
  const whole = Math.max(0, Math.round(milliseconds / second) * second);
  const first = parts.findIndex(([length]) => whole >= length);
  if (first < 0) return '0 s';
  const shown = parts.slice(first, first + 2);
  let rest = whole;
  return shown
    .map(([length, unit]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count > 0 ? `${count} ${unit}` : '';
    })
    .filter(Boolean)
    .join(' ');
};

/** A period as the contract takes it. */
export type GrantType =
  | { readonly isTemporary: false }
  | {
      readonly isTemporary: true;
      readonly temporaryMode: 'relative';
      readonly temporaryRange: string;
      readonly temporaryAccessStartTime: string;
    };

/** A period as it is typed. */
export interface PeriodDraft {
  readonly isTemporary: boolean;
  /** Such as "8 hours". */
  readonly length: string;
  /** An RFC 3339 time; empty for now. */
  readonly start: string;
}

export const permanent: PeriodDraft = { isTemporary: false, length: '1 hour', start: '' };

interface Stored extends Times {
  readonly isTemporary: boolean;
  readonly temporaryRange: string | null;
}

export const draftOf = (stored: Stored): PeriodDraft => {
  const span = spanOf(stored);
  if (!stored.isTemporary || !span) return permanent;
  const { temporaryRange: range } = stored;
  const isReadable = range !== null && parseLength(range) === span.endsAt - span.startsAt;
  return {
    isTemporary: true,
    length: isReadable ? range : `${(span.endsAt - span.startsAt) / second}s`,
    start: new Date(span.startsAt).toISOString(),
  };
};

export const draftError = ({ isTemporary, length, start }: PeriodDraft): string | undefined => {
  if (!isTemporary) return undefined;
  if (parseLength(length) === undefined) return lengthAdvice;
  return start !== '' && Number.isNaN(Date.parse(start)) ? 'Enter the day and the time of the start.' : undefined;
};

/** The period that a draft without an error describes. */
export const grantTypeOfDraft = ({ isTemporary, length, start }: PeriodDraft, now: number): GrantType => {
  if (!isTemporary) return { isTemporary: false };
  return {
    isTemporary: true,
    temporaryMode: 'relative',
    temporaryRange: length.trim(),
    temporaryAccessStartTime: start === '' ? new Date(now).toISOString() : start,
  };
};
