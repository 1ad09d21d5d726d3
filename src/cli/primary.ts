import type { Config } from '../config.ts';
import { startHealth, type HealthServer } from '../http/health.ts';
import { MergedMetrics } from '../http/merged-metrics.ts';
import { serveMetrics } from '../http/metrics.ts';
import { checkPorts } from '../http/server.ts';
import type { Log } from '../platform/log.ts';
import type { StartFacts } from './announcement.ts';
import { Workers } from './workers.ts';

export interface RunningWorkers {
  readonly facts: StartFacts;
  stop(): Promise<void>;
}

/** Starts the workers of a server, and serves health and metrics for all of them. */
export const startWorkers = async (config: Config, log: Log): Promise<RunningWorkers> => {
  await checkPorts(config);
  const workers = new Workers(config.workers, log, config.metrics ? await MergedMetrics.create() : undefined);
  const releases: (() => unknown)[] = [];
  let health: HealthServer | undefined;
  const stop = async (): Promise<void> => {
    const stopped = workers.stop();
    await health?.report();
    await stopped;
    await health?.close();
    for (const release of releases) await release();
  };
  try {
    health = await startHealth(config, log, () => workers.aliveAt);
    if (health) health.isReady = () => Promise.resolve(workers.isReady);
    const render = (): Promise<string> => workers.renderMetrics();
    if (health?.hasMetrics) health.metrics = render;
    else if (config.metrics) releases.push(await serveMetrics(config.metrics, { render }));
    return { facts: await workers.start(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
