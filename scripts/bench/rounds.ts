import type { LoadResult } from './load-result.ts';
import { waitUntilIdle, usageOf, type Measured } from './processes.ts';
import { median, medianFigures, type Figures, type ScenarioResult } from './result.ts';

/** A measurement that can be repeated, for about the given time. */
export interface Measurable {
  readonly name: string;
  /** Runs once, without being measured. */
  warm(): Promise<void>;
  measure(): Promise<LoadResult>;
}

const measureOnce = async ({ measure }: Measurable, processes: readonly Measured[]): Promise<Figures> => {
  await waitUntilIdle(processes);
  const before = await usageOf(processes);
  const { count, perSecond, p50, p99 } = await measure();
  const { processorMicroseconds, residentMiB } = await usageOf(processes);
  return {
    perSecond,
    p50,
    p99,
    residentMiB,
    processorMicroseconds: (processorMicroseconds - before.processorMicroseconds) / count,
  };
};

export interface Rounds {
  readonly rounds: number;
  readonly limit: Measurable;
  readonly limitServer: Measured;
  readonly nodes: readonly Measured[];
  readonly measurables: readonly Measurable[];
}

/**
 * Measures everything in rounds, with the limit before and after each measurement. Other load of the machine affects
 * both alike, so their ratio is more reliable than either figure, and the median of the rounds more than the best.
 */
export const measureInRounds = async ({
  rounds,
  limit,
  limitServer,
  nodes,
  measurables,
}: Rounds): Promise<{ limit: Figures; scenarios: ScenarioResult[] }> => {
  for (const each of [limit, ...measurables]) await each.warm();
  const limits: Figures[] = [await measureOnce(limit, [limitServer])];
  const measured = measurables.map(({ name }) => ({ name, figures: [] as Figures[], ratios: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, measurable] of measurables.entries()) {
      const figures = await measureOnce(measurable, nodes);
      const [before, after] = [limits.at(-1)!, await measureOnce(limit, [limitServer])];
      limits.push(after);
      measured[index]!.figures.push(figures);
      measured[index]!.ratios.push(figures.perSecond / ((before.perSecond + after.perSecond) / 2));
    }
  }
  const scenarios = measured.map(({ name, figures, ratios }) => ({
    name,
    ...medianFigures(figures),
    ratio: median(ratios),
    rounds: ratios,
  }));
  return { limit: medianFigures(limits), scenarios };
};
