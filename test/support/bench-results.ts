import type { BenchResult, Figures, SuiteResult } from '../../scripts/bench/result.ts';

export const figures = (perSecond: number): Figures => ({
  perSecond,
  p50: 1.234,
  p99: 56.78,
  processorMicroseconds: 1000,
  residentMiB: 150.4,
});

/** A result of one stand with these scenarios and their ratios to a limit of 20,000. */
export const suiteWith = (on: string, ratios: Readonly<Record<string, number>>): SuiteResult => ({
  on,
  limit: figures(20_000),
  idleMiB: 120,
  peakMiB: 250,
  firstReadMs: 987.6,
  scenarios: Object.entries(ratios).map(([name, ratio]) => ({
    name,
    ...figures(ratio * 20_000),
    ratio,
    rounds: [ratio],
  })),
});

export const resultWith = (...suites: readonly SuiteResult[]): BenchResult => ({
  version: '1.2.3',
  date: '2030-01-01T00:00:00.000Z',
  machine: { processor: 'A processor', cores: 2, memoryGiB: 8, system: 'linux 6', node: 'v20.19.0' },
  loadBefore: 0.1,
  method: { connections: 10, rounds: 5, seconds: 2 },
  suites,
});
