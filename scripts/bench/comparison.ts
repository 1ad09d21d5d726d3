import type { BenchResult, ScenarioResult } from './result.ts';
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

const scenarioOf = ({ suites }: BenchResult, on: string, name: string): ScenarioResult | undefined =>
  suites.find((suite) => suite.on === on)?.scenarios.find((scenario) => scenario.name === name);

/** The scenarios of both results that are compared with another limit in each. */
export const incomparable = (before: BenchResult, after: BenchResult): string[] =>
  before.suites.flatMap(({ on, scenarios }) =>
    scenarios.flatMap(({ name, limit }) => {
      const same = scenarioOf(after, on, name);
      return same && same.limit !== limit ? [`${on}: ${name}`] : [];
    }),
  );

/**
 * Compares the scenarios of both results by their ratios to the same limit, which depend less on the machine than
 * requests per second.
 */
export const compare = (before: BenchResult, after: BenchResult): Compared[] =>
  before.suites.flatMap(({ on, scenarios }) =>
    scenarios.flatMap(({ name, limit, ratio, processorMicroseconds }) => {
      const same = scenarioOf(after, on, name);
      if (same?.limit !== limit) return [];
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
    }),
  );

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
