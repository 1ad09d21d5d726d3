export interface LoadResult {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

const share = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;

/** Computes the figures from the latency of each response and the total time, in milliseconds. */
export const loadResultOf = (each: readonly number[], all: number): LoadResult => {
  const sorted = Float64Array.from(each).sort();
  return {
    count: each.length,
    perSecond: (each.length * 1000) / all,
    p50: share(sorted, 0.5),
    p99: share(sorted, 0.99),
    worst: sorted.at(-1)!,
  };
};
