/** The current time is injected, so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment; they go on evenly when the time of day is set. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };

/** The least jump that is noticed. */
const jumpMs = 5_000;

/** Notices that the time of day was set back. */
export class ClockWatch {
  readonly #clock: Clock;
  #offset: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = this.#offsetNow();
  }

  /** By how many seconds the time was set back since the last call; 0 if it was not, or only by a few seconds. */
  takeJumpBack(): number {
    const offset = this.#offsetNow();
    const backMs = this.#offset - offset;
    // Small steps add up until they count as a jump.
    if (backMs > 0 && backMs < jumpMs) return 0;
    this.#offset = offset;
    return Math.max(0, Math.round(backMs / 1000));
  }

  #offsetNow(): number {
    return this.#clock.now().getTime() - this.#clock.elapsed();
  }
}

/** The times at which what is queued can be due; others were written before the time of day was set back. */
export interface PossibleTimes {
  /** What was not tried yet is due at once. */
  readonly now: Timestamp;
  /** The latest time at which another attempt can be due. */
  readonly furthest: Timestamp;
}

/** RFC 3339 in UTC with milliseconds, in the database and in responses: text order is time order. */
export type Timestamp = string;

const seconds = new Map<number, string>();
const maxSeconds = 100;

/** The timestamp up to its second, from a small cache: a lookup is cheaper than `toISOString`. */
const secondOf = (date: Date, second: number): string => {
  let text = seconds.get(second);
  if (text === undefined) {
    if (seconds.size === maxSeconds) seconds.clear();
    seconds.set(second, (text = date.toISOString().slice(0, -'000Z'.length)));
  }
  return text;
};

export const timestamp = (date: Date): Timestamp => {
  const time = date.getTime();
  const second = Math.floor(time / 1000);
  return `${secondOf(date, second)}${String(time - second * 1000).padStart(3, '0')}Z`;
};

/** Cuts the milliseconds off a timestamp, for clients that compare times of whole seconds as text. */
export const withoutMilliseconds = (time: Timestamp): string => `${time.slice(0, -'.000Z'.length)}Z`;

export const secondsAfter = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

/** Cuts off the fraction of the second, which certificates do not have. */
export const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** The range of times that both databases can store. */
export const earliest = new Date('0000-01-01T00:00:00.000Z').getTime();
export const latest = new Date('9999-12-31T23:59:59.999Z').getTime();

/**
 * Parses an RFC 3339 time, of which the seconds are optional; undefined for any other text and for a time outside of
 * the years 0 to 9999.
 */
export const parseTime = (text: string): number | undefined => {
  const [, date, clock, seconds = ':00', fraction = '', sign, hours = '00', minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d)(?:(:\d\d)(\.\d+)?)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const local = new Date(`${date}T${clock}${seconds}.${fraction.slice(1, 4).padEnd(3, '0')}Z`);
  // The 30th of February would become the 1st of March.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${date}T${clock}`)) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const time = local.getTime() - offset;
  return time < earliest || time > latest ? undefined : time;
};
