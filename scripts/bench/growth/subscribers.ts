import { loadResultOf } from '../load-result.ts';
import { pause } from '../processes.ts';
import { secretName } from '../seed.ts';
import { currentRuntime } from '../runtime.ts';
import { startServer } from '../server.ts';
import { Streams } from '../streams.ts';
import type { Base } from './base.ts';
import type { GrowthRow, SeriesResult } from './measure.ts';
import type { GrowthStorage } from './storage.ts';

/** One event to all subscribers of a project, and what a read and a change take while they are connected. */
export const measureSubscribers = async (
  sizes: readonly number[],
  { base, origin }: { base: Base; origin: GrowthStorage },
  events: number,
): Promise<SeriesResult> => {
  const server = await startServer(currentRuntime, origin.environment);
  await server.ready();
  const { token } = base.caller;
  const at = { projectId: base.projectId, environment: 'dev', secretPath: '/' };
  const read = `/api/v4/secrets/${secretName(1)}?${new URLSearchParams(at).toString()}`;
  const change = (number: number): Promise<unknown> =>
    server.call('PATCH', `/api/v4/secrets/${secretName(0)}`, token, { ...at, secretValue: `value ${number}` });
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const figures = { arrivals: [], changes: [], reads: [], memory: [] } as Record<
    string,
    GrowthRow['figures'][number][]
  >;
  for (const count of sizes) {
    const streams = new Streams({ urls: [server.url], token, projectId: base.projectId, count });
    await streams.open();
    const [arrivals, changes, reads]: number[][] = [[], [], []];
    for (let event = 0; event < events; event += 1) {
      arrivals!.push(await streams.measureDelay(async () => void changes!.push(await timed(() => change(event)))));
      await pause(250);
      reads!.push(await timed(() => server.call('GET', read, token)));
    }
    figures.arrivals!.push(loadResultOf(arrivals!, 1));
    figures.changes!.push(loadResultOf(changes!, 1));
    figures.reads!.push(loadResultOf(reads!, 1));
    const { residentMiB } = await server.usage();
    figures.memory!.push({ p50: residentMiB, p99: residentMiB });
    await streams.close();
  }
  await server.stop();
  return {
    name: 'subscribers of one project',
    sizes,
    rows: [
      { name: 'an event from its response to the last subscriber', unit: 'ms', figures: figures.arrivals! },
      { name: 'update secret', unit: 'ms', figures: figures.changes! },
      { name: 'get secret', unit: 'ms', figures: figures.reads! },
      { name: 'memory of the server', unit: 'MiB', figures: figures.memory! },
    ],
  };
};
