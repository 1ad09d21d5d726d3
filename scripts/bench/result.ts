export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of the server's processes, for one request. */
  readonly processorMicroseconds: number;
  /** Of the server's processes, when the scenario ends. */
  readonly residentMiB: number;
}

export interface ScenarioResult extends Figures {
  readonly name: string;
  /** Requests a second as a share of the limit's; the median of the rounds. */
  readonly ratio: number;
  /** The ratio in each round. */
  readonly rounds: readonly number[];
}

/** One way to run the server. */
export interface SuiteResult {
  readonly on: string;
  readonly limit: Figures;
  /** Of one node that has started, answered one request, and rested; a short run does not wait for that. */
  readonly idleMiB: number | undefined;
  /** The most that all nodes had together since their start, before long lists and streams. */
  readonly peakMiB: number;
  /** From the start of the process on an existing database to the answer to the first read, in milliseconds. */
  readonly firstReadMs: number;
  readonly scenarios: readonly ScenarioResult[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
}

export interface BenchResult {
  readonly version: string;
  readonly date: string;
  readonly machine: Machine;
  /**
   * How many processes wanted to run just before, on average: with as many as there are cores, figures are worth
   * little.
   */
  readonly loadBefore: number;
  readonly method: { readonly connections: number; readonly rounds: number; readonly seconds: number };
  readonly suites: readonly SuiteResult[];
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Each figure by itself. */
export const medianFigures = (rounds: readonly Figures[]): Figures => {
  const of = (figure: keyof Figures): number => median(rounds.map((round) => round[figure]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    processorMicroseconds: of('processorMicroseconds'),
    residentMiB: of('residentMiB'),
  };
};
