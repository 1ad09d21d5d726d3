import { availableParallelism, loadavg } from 'node:os';
import { describeMachine, measureStolenTime, versionOf } from './machine.ts';
import type { BenchResult, SuiteResult } from './result.ts';
import { runtimeOf } from './runtime.ts';
import { closeDeployments, deployments } from './deployments.ts';
import { measureSuite, type Plan } from './suite.ts';

/** The options of a run. */
export interface RunOptions {
  /** The hot scenarios in a few minutes. */
  readonly short: boolean;
  /** Patterns that select scenarios and deployments; no deployments: both databases, two nodes only in a long run, no workers. */
  readonly only: string;
  readonly on: string | undefined;
  /** The number of connections, then those with which reads are measured as well: `10,50`. */
  readonly connections: string;
  /** Another version of Node for the measured servers. */
  readonly node: string | undefined;
}

export const usualConnections = '10,50';

const connectionsOf = (text: string): [number, ...number[]] => {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(text))
    throw new Error(`--connections=${text} is not a list of numbers such as ${usualConnections}`);
  return [...new Set(text.split(',').map(Number))] as [number, ...number[]];
};

export const planOf = ({ short, only, connections: text }: Omit<RunOptions, 'on' | 'node'>): Plan => {
  const pattern = new RegExp(only, 'i');
  const [connections, ...moreConnections] = connectionsOf(text);
  return {
    connections,
    moreConnections,
    rounds: short ? 3 : 5,
    seconds: short ? 0.5 : 2,
    isShort: short,
    isWanted: (name) => pattern.test(name),
  };
};

/** The names of the selected deployments. */
export const selectedDeployments = ({ short, on }: Pick<RunOptions, 'short' | 'on'>): (keyof typeof deployments)[] => {
  const all = Object.keys(deployments) as (keyof typeof deployments)[];
  const pattern = new RegExp(on ?? (short ? '^SQLite$|one node$' : '^SQLite$|nodes?$'), 'i');
  const selected = all.filter((name) => pattern.test(name));
  if (selected.length === 0) throw new Error(`no deployment matches --on=${on}; known: ${all.join('; ')}`);
  return selected;
};

export const run = async (options: RunOptions): Promise<BenchResult> => {
  const plan = planOf(options);
  const { connections, rounds, seconds } = plan;
  const [loadBefore] = loadavg() as [number];
  if (loadBefore >= availableParallelism())
    console.error(
      `The machine is busy (load ${loadBefore.toFixed(1)}), which slows the server more than the limit: do not trust the figures.`,
    );
  const suites: SuiteResult[] = [];
  const selected = selectedDeployments(options);
  const runtime = runtimeOf(options.node);
  try {
    for (const on of selected) {
      console.error(`Measuring on ${on} ...`);
      const stolenPercent = measureStolenTime();
      const suite = await measureSuite(on, await deployments[on](runtime), plan);
      suites.push({ ...suite, stolenPercent: stolenPercent() });
    }
  } finally {
    await closeDeployments();
  }
  return {
    version: versionOf(),
    date: new Date().toISOString(),
    machine: describeMachine(runtime.version),
    loadBefore,
    method: { connections, rounds, seconds },
    suites,
  };
};
