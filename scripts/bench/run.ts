import { availableParallelism, loadavg } from 'node:os';
import { describeMachine, versionOf } from './machine.ts';
import type { BenchResult, SuiteResult } from './result.ts';
import { closeDeployments, deployments } from './deployments.ts';
import { measureSuite, type Plan } from './suite.ts';

/** The options of a run: `short` takes about a minute, on SQLite; `only` and `on` select scenarios and deployments. */
export interface RunOptions {
  readonly short: boolean;
  readonly only: string;
  readonly on: string;
}

export const planOf = ({ short, only }: RunOptions): Plan => {
  const pattern = new RegExp(only, 'i');
  return {
    connections: 10,
    rounds: short ? 3 : 5,
    seconds: short ? 0.5 : 2,
    isShort: short,
    isWanted: (name) => pattern.test(name),
  };
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
  const selected = Object.entries(deployments).filter(([on]) => new RegExp(options.on, 'i').test(on));
  if (selected.length === 0)
    throw new Error(`no deployment matches --on=${options.on}; known: ${Object.keys(deployments).join('; ')}`);
  try {
    for (const [on, open] of selected) {
      console.error(`Measuring on ${on} ...`);
      suites.push(await measureSuite(on, await open(), plan));
    }
  } finally {
    await closeDeployments();
  }
  return {
    version: versionOf(),
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadBefore,
    method: { connections, rounds, seconds },
    suites,
  };
};
