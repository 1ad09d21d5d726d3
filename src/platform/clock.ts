/** Time is an ingredient: whoever needs it is given a clock, and tests set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The form in which times are stored and answered: RFC 3339 in UTC with milliseconds, so that text order is time order. */
export type Timestamp = string;

const seconds = new Map<number, string>();
const maxSeconds = 100;

/** Up to its second, which is asked for again and again: spelling out a date takes longer than looking one up. */
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

export const secondsAfter = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

/** Certificates know no parts of a second. */
export const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);
