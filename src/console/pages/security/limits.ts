const hour = 60;
const day = 24 * hour;

/** What a select calls "no limit". */
export const noLimit = 'none';

export const idleChoices: readonly number[] = [15, 30, hour, 4 * hour, 12 * hour, day, 7 * day];

export const maxChoices: readonly number[] = [hour, 8 * hour, 12 * hour, day, 7 * day, 30 * day];

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

export const periodText = (minutes: number): string => {
  if (minutes % day === 0) return count(minutes / day, 'day');
  return minutes % hour === 0 ? count(minutes / hour, 'hour') : count(minutes, 'minute');
};

/** The choices of a select, with the present one, which may have been set through the API. */
export const optionsOf = (
  choices: readonly number[],
  current: number | null,
  none: string,
): { value: string; label: string }[] => {
  const all = [...new Set(current === null ? choices : [...choices, current])].sort((one, other) => one - other);
  return [
    { value: noLimit, label: none },
    ...all.map((minutes) => ({ value: String(minutes), label: periodText(minutes) })),
  ];
};

export const valueOf = (minutes: number | null): string => (minutes === null ? noLimit : String(minutes));

export const minutesOf = (value: string): number | null => (value === noLimit ? null : Number(value));
