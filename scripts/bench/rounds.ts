import type { LoadResult } from './load-result.ts';
import { waitUntilIdle, usageOf, type Measured } from './processes.ts';
import { median, medianFigures, type LimitResult, type Measurement, type ScenarioResult } from './result.ts';

/** A measurement that can be repeated, for about the given time. */
export interface Measurable {
  readonly name: string;
  /** Runs once, without being measured. */
  warm(): Promise<void>;
  measure(): Promise<LoadResult>;
}

/** A measurement of the server and the limit that it is compared with. */
export interface Limited {
  readonly measurable: Measurable;
  readonly limit: Measurable;
}

type Usable = Pick<Measured, 'usage'>;

export const measureOnce = async (measurable: Measurable, processes: readonly Usable[]): Promise<Measurement> => {
  await waitUntilIdle(processes);
  const before = await usageOf(processes);
  const { count, perSecond, p50, p99, worst } = await measurable.measure();
  const { processorMicroseconds, residentMiB } = await usageOf(processes);
  return {
    perSecond,
    p50,
    p99,
    worst,
    residentMiB,
    processorMicroseconds: (processorMicroseconds - before.processorMicroseconds) / count,
  };
};

/** Measures limits; one measurement serves as the end of a scenario and as the beginning of the next. */
class Limits {
  readonly #server: Usable;
  readonly #measured = new Map<Measurable, Measurement[]>();
  #last: Measurable | undefined;

  constructor(server: Usable) {
    this.#server = server;
  }

  async measure(limit: Measurable): Promise<Measurement> {
    const figures = await measureOnce(limit, [this.#server]);
    const earlier = this.#measured.get(limit);
    if (earlier) earlier.push(figures);
    else this.#measured.set(limit, [figures]);
    this.#last = limit;
    return figures;
  }

  /** The last measurement, if it was one of this limit; otherwise a new one, because the machine may have changed. */
  async latest(limit: Measurable): Promise<Measurement> {
    return this.#last === limit ? this.#measured.get(limit)!.at(-1)! : this.measure(limit);
  }

  results(): LimitResult[] {
    return [...this.#measured].map(([{ name }, figures]) => ({ name, ...medianFigures(figures) }));
  }
}

export interface Rounds {
  readonly rounds: number;
  readonly limitServer: Usable;
  readonly nodes: readonly Usable[];
  readonly limited: readonly Limited[];
}

/**
 * Measures everything in rounds, with its limit before and after each measurement. Other load of the machine affects
 * both alike, so their ratio is more reliable than either figure, and the median of the rounds more than the best.
 */
export const measureInRounds = async ({
  rounds,
  limitServer,
  nodes,
  limited,
}: Rounds): Promise<{ limits: LimitResult[]; scenarios: ScenarioResult[] }> => {
  const limits = new Limits(limitServer);
  for (const each of new Set([...limited.map(({ limit }) => limit), ...limited.map(({ measurable }) => measurable)]))
    await each.warm();
  const measured = limited.map(() => ({ figures: [] as Measurement[], ratios: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { measurable, limit }] of limited.entries()) {
      const before = await limits.latest(limit);
      const figures = await measureOnce(measurable, nodes);
      const after = await limits.measure(limit);
      measured[index]!.figures.push(figures);
      measured[index]!.ratios.push(figures.perSecond / ((before.perSecond + after.perSecond) / 2));
    }
  }
  const scenarios = limited.map(({ measurable, limit }, index) => ({
    name: measurable.name,
    limit: limit.name,
    ...medianFigures(measured[index]!.figures),
    ratio: median(measured[index]!.ratios),
    rounds: measured[index]!.ratios,
  }));
  return { limits: limits.results(), scenarios };
};
