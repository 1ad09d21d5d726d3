export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of all rounds, in milliseconds; results of 0.1.0 do not have it. */
  readonly worst?: number;
  /** Of the server processes, per request. */
  readonly processorMicroseconds: number;
  /** Of the server processes, at the end of the scenario. */
  readonly residentMiB: number;
}

/** The figures of a bare server. */
export interface LimitResult extends Figures {
  readonly name: string;
}

export interface ScenarioResult extends Figures {
  readonly name: string;
  /** The name of the limit that `ratio` refers to. */
  readonly limit: string;
  /** Requests per second as a share of the limit; the median of the rounds. */
  readonly ratio: number;
  /** The ratio in each round. */
  readonly rounds: readonly number[];
}

/** One way to run the server. */
export interface SuiteResult {
  readonly on: string;
  readonly limits: readonly LimitResult[];
  /** Of one idle node after its start and one request; not measured in a short run. */
  readonly idleMiB: number | undefined;
  /** The peak of all nodes together since their start, before long lists and streams. */
  readonly peakMiB: number;
  /** From the start of the process on an existing database to the first response, in milliseconds. */
  readonly firstReadMs: number;
  /** The share of the processor time that the host gave to others, in percent; old results do not have it. */
  readonly stolenPercent?: number;
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
  /** The load average before the run; if it reaches the number of cores, the figures are not reliable. */
  readonly loadBefore: number;
  readonly method: { readonly connections: number; readonly rounds: number; readonly seconds: number };
  readonly suites: readonly SuiteResult[];
}

/** The figures of a new measurement. */
export type Measurement = Required<Figures>;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The median of each figure by itself, and the worst of all. */
export const medianFigures = (rounds: readonly Measurement[]): Measurement => {
  const of = (figure: keyof Measurement): number => median(rounds.map((round) => round[figure]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    worst: Math.max(...rounds.map(({ worst }) => worst)),
    processorMicroseconds: of('processorMicroseconds'),
    residentMiB: of('residentMiB'),
  };
};
