/** The limits of the console, in milliseconds. */
export const limits = { firstPage: 1000, cachedPage: 100, task: 100 } as const;

export interface Measurement {
  readonly name: string;
  readonly limit: number;
  /** Milliseconds of each round. */
  readonly times: readonly number[];
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? NaN;

const heading = ['', 'median ms', 'p95 ms', 'worst ms', 'limit ms', ''];

/** The rows of a table; a limit is met if the median is, and missed beside it the 95th percentile is named. */
export const figureRows = (measurements: readonly Measurement[]): string[][] => [
  heading,
  ...measurements.map(({ name, limit, times }) => {
    const [median, p95, worst] = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)];
    const verdict = median > limit ? 'MISSED' : p95 > limit ? 'met, p95 missed' : 'met';
    return [name, ...[median, p95, worst, limit].map((value) => value.toFixed(0)), verdict];
  }),
];
