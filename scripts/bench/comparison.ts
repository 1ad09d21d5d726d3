import type { BenchResult } from './result.ts';
import { aligned } from './table.ts';

export interface Compared {
  readonly on: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** 0.2 is a fifth more, -0.2 a fifth less. */
  readonly change: number;
  /** The change of processor time per request, which distinguishes a slower server from a busy machine. */
  readonly processorChange: number;
  readonly isLoss: boolean;
}

/** A ratio to the limit below this share of the earlier one is a regression. */
export const tolerated = 0.15;

/** Compares the scenarios of both results by their ratios to the limit, which depend less on the machine. */
export const compare = (before: BenchResult, after: BenchResult): Compared[] =>
  before.suites.flatMap(({ on, scenarios }) => {
    const other = after.suites.find((suite) => suite.on === on)?.scenarios ?? [];
    return scenarios.flatMap(({ name, ratio, processorMicroseconds }) => {
      const same = other.find((scenario) => scenario.name === name);
      if (!same) return [];
      const change = same.ratio / ratio - 1;
      return [
        {
          on,
          name,
          before: ratio,
          after: same.ratio,
          change,
          processorChange: same.processorMicroseconds / processorMicroseconds - 1,
          isLoss: change < -tolerated,
        },
      ];
    });
  });

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const signed = (change: number): string => `${change < 0 ? '-' : '+'}${Math.abs(change * 100).toFixed(0)} %`;

export const comparisonText = (compared: readonly Compared[]): string => {
  const rows = compared.map(({ on, name, before, after, change, processorChange, isLoss }) => [
    `${on}: ${name}`,
    percent(before),
    percent(after),
    signed(change),
    signed(processorChange),
    isLoss ? 'LOSS' : '',
  ]);
  return aligned([['', 'before', 'after', 'change', 'CPU/req', ''], ...rows]);
};
