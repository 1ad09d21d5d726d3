import type { BenchResult } from './result.ts';

export interface Compared {
  readonly on: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** 0.2 is a fifth more, -0.2 a fifth less. */
  readonly change: number;
  readonly isLoss: boolean;
}

/** Less of the limit than this share of what it was is a loss. */
export const tolerated = 0.15;

/** What both results have, by their ratios to the limit: requests a second depend on the machine and on what else it does. */
export const compare = (before: BenchResult, after: BenchResult): Compared[] =>
  before.suites.flatMap(({ on, scenarios }) => {
    const other = after.suites.find((suite) => suite.on === on)?.scenarios ?? [];
    return scenarios.flatMap(({ name, ratio }) => {
      const same = other.find((scenario) => scenario.name === name);
      if (!same) return [];
      const change = same.ratio / ratio - 1;
      return [{ on, name, before: ratio, after: same.ratio, change, isLoss: change < -tolerated }];
    });
  });

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

export const comparisonText = (compared: readonly Compared[]): string => {
  const width = Math.max(...compared.map(({ on, name }) => on.length + name.length + 2));
  return compared
    .map(({ on, name, before, after, change, isLoss }) => {
      const sign = change < 0 ? '-' : '+';
      return `${`${on}: ${name}`.padEnd(width)}  ${percent(before).padStart(9)}  ${percent(after).padStart(9)}  ${`${sign}${Math.abs(change * 100).toFixed(0)} %`.padStart(6)}${isLoss ? '  LOSS' : ''}`;
    })
    .join('\n');
};
