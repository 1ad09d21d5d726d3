/** Time is an ingredient: whoever needs it is given a clock, and tests set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The form in which times are stored and answered: RFC 3339 in UTC with milliseconds, so that text order is time order. */
export type Timestamp = string;

let latest = Number.NaN;
let latestText: Timestamp = '';

/** Remembers the latest one: a request asks for the same moment a dozen times. */
export const timestamp = (date: Date): Timestamp => {
  const time = date.getTime();
  if (time !== latest) {
    latestText = date.toISOString();
    latest = time;
  }
  return latestText;
};

export const secondsAfter = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

/** Certificates know no parts of a second. */
export const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);
