const units: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A number of seconds in the largest unit that fits exactly: "30 days". */
export const durationText = (seconds: number): string => {
  const [size, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
};

const milliseconds: Readonly<Record<string, number>> = {
  s: 1_000,
  second: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
};

/** Reads a length such as "90m", "1.5 hours" or "2 weeks", in milliseconds; undefined if it is none. */
export const parseLength = (text: string): number | undefined => {
  const [, number, unit] = /^(\d+(?:\.\d+)?) *([a-z]+)$/i.exec(text.trim()) ?? [];
  const name = unit?.toLowerCase() ?? '';
  const length = milliseconds[name] ?? milliseconds[name.replace(/s$/, '')];
  return length === undefined || Number(number) <= 0 ? undefined : Number(number) * length;
};

export const lengthAdvice = 'Enter a number and a unit, such as 90 minutes, 8 hours or 2 days.';

/** The errors of the durations of a form that are no lengths. */
export const durationErrors = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => Number.isNaN(value))
      .map(([name]) => [name, lengthAdvice]),
  );
