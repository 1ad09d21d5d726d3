import { LoadProcess, type LoadRequest } from './load.ts';
import { limitsOf, named } from './limits.ts';
import { pause, usageOf } from './processes.ts';
import { median, type SuiteResult } from './result.ts';
import { requestsOf, type Pace } from './paced-requests.ts';
import { measureInRounds, type Limited } from './rounds.ts';
import { isChange, scenariosOf, seed, type Scenario, type World } from './scenarios.ts';
import type { Server } from './server.ts';
import type { Deployment } from './deployments.ts';
import { Streams, streamMeasurables } from './streams.ts';

export interface Plan extends Pace {
  readonly rounds: number;
  /** The numbers of connections with which reads are measured besides the usual one. */
  readonly moreConnections: readonly number[];
  readonly isShort: boolean;
  /** Whether a scenario of this name is selected. */
  readonly isWanted: (name: string) => boolean;
}

/** The requests; conditional ones with the current ETag. */
const prepare = async (
  { url }: Server,
  headers: Record<string, string>,
  { isConditional, requests }: Scenario,
): Promise<readonly LoadRequest[]> => {
  if (!isConditional) return requests;
  return Promise.all(
    requests.map(async (request) => ({
      ...request,
      headers: { 'if-none-match': (await fetch(url + request.path, { headers })).headers.get('etag')! },
    })),
  );
};

export const requestsIn = (
  scenario: Scenario,
  { nodes }: Deployment,
  { caller }: World,
  load: LoadProcess,
  pace: Pace,
) => {
  const headers = { authorization: `Bearer ${caller.token}` };
  const target = {
    urls: nodes.map(({ url }) => url),
    headers,
    expects: scenario.isConditional ? 304 : 200,
    requests: () => prepare(nodes[0], headers, scenario),
  };
  return requestsOf(scenario.name, target, load, pace);
};

const restMs = 20_000;

/** Measures the start of a new process on the same data, and its memory when idle. */
const measureStart = async (
  { start }: Deployment,
  world: World,
  isShort: boolean,
): Promise<Pick<SuiteResult, 'firstReadMs' | 'idleMiB'>> => {
  const starts: { firstReadMs: number; idleMiB: number }[] = [];
  for (let round = 0; round < (isShort ? 1 : 3); round += 1) {
    const server = await start();
    await server.call('GET', `/api/v4/secrets/SECRET_1?projectId=${world.few.id}&environment=dev`, world.caller.token);
    const firstReadMs = performance.now() - server.startedAt;
    await server.ready();
    if (!isShort) await pause(restMs);
    starts.push({ firstReadMs, idleMiB: (await server.usage()).residentMiB });
    await server.stop();
  }
  return {
    firstReadMs: median(starts.map((each) => each.firstReadMs)),
    idleMiB: isShort ? undefined : median(starts.map((each) => each.idleMiB)),
  };
};

const streamCount = 10_000;

type Timed = Scenario & Pick<Pace, 'connections'>;

/** The selected scenarios: once with the usual number of connections, and reads whose tail counts with more. */
export const selectedScenarios = (world: World, { isShort, isWanted, connections, moreConnections }: Plan): Timed[] => {
  const scenarios = scenariosOf(world).filter(({ isHot }) => isHot || !isShort);
  const usual = scenarios.map((scenario) => ({ ...scenario, connections }));
  const more = moreConnections.flatMap((count) =>
    scenarios
      .filter(({ hasTail }) => hasTail)
      .map((scenario) => ({ ...scenario, name: named(scenario.name, count, connections), connections: count })),
  );
  return [...usual, ...more].filter(({ name }) => isWanted(name));
};

/** As many requests on each connection, however many there are, because the first one of each is slower. */
const paceOf = ({ connections }: Timed, plan: Plan): Pace => ({
  connections,
  seconds: (plan.seconds * connections) / plan.connections,
});

/** What is measured: ordinary requests first, then those that need more memory. */
const measurablesOn = (
  deployment: Deployment,
  world: World,
  load: LoadProcess,
  streams: Streams,
  plan: Plan,
  limitOf: ReturnType<typeof limitsOf>,
): { usual: Limited[]; large: Limited[] } => {
  const scenarios = selectedScenarios(world, plan);
  const requests = (isLarge: boolean): Limited[] =>
    scenarios
      .filter((scenario) => (scenario.isLarge ?? false) === isLarge)
      .map((scenario) => ({
        measurable: requestsIn(scenario, deployment, world, load, paceOf(scenario, plan)),
        limit: limitOf({ isChange: isChange(scenario), connections: scenario.connections }),
      }));
  const streamScenarios = plan.isShort
    ? []
    : streamMeasurables(streams, deployment.nodes[0], world.caller.token)
        .filter(({ name }) => plan.isWanted(name))
        .map((measurable) => ({ measurable, limit: limitOf({ isChange: false, connections: plan.connections }) }));
  return { usual: requests(false), large: [...requests(true), ...streamScenarios] };
};

/** Runs all selected scenarios on one deployment. */
export const measureSuite = async (on: string, deployment: Deployment, plan: Plan): Promise<SuiteResult> => {
  const { nodes, bare } = deployment;
  const limitServer = await bare.start();
  const load = new LoadProcess();
  const world = await seed(nodes[0], !plan.isShort);
  await Promise.all(nodes.map((node) => node.ready()));
  const streams = new Streams({
    urls: nodes.map(({ url }) => url),
    token: world.caller.token,
    projectId: world.few.id,
    count: streamCount,
  });
  const limitOf = limitsOf(bare, limitServer.url, load, plan.connections);
  const { usual, large } = measurablesOn(deployment, world, load, streams, plan, limitOf);
  if (usual.length + large.length === 0) throw new Error('no scenario matches --only');
  const first = await measureInRounds({ rounds: plan.rounds, limitServer, nodes, limited: usual });
  const { peakMiB } = await usageOf(nodes);
  const second = await measureInRounds({ rounds: Math.min(plan.rounds, 3), limitServer, nodes, limited: large });
  await streams.close();
  load.end();
  await Promise.all([limitServer, ...nodes].map((each) => each.stop()));
  return {
    on,
    limits: [...first.limits, ...second.limits.filter(({ name }) => !first.limits.some((each) => each.name === name))],
    ...(await measureStart(deployment, world, plan.isShort)),
    peakMiB,
    scenarios: [...first.scenarios, ...second.scenarios],
  };
};
