import cluster from 'node:cluster';
import { workerConfig, type Config } from '../config.ts';
import type { HealthReports } from '../http/health.ts';
import type { Metrics, MetricValues } from '../http/metrics.ts';
import { StartError } from '../platform/errors.ts';
import { createWorkerLog } from '../platform/log.ts';
import { limitHeapGrowth } from '../platform/memory.ts';
import { startFacts, type StartFacts } from './announcement.ts';

/** Why a worker could not start or stop. */
export interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  readonly isStartError: boolean;
}

export type WorkerMessage =
  | { readonly kind: 'listening'; readonly facts: StartFacts }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'health'; readonly isReady: boolean }
  | { readonly kind: 'metrics'; readonly values: MetricValues };

export type PrimaryMessage = { readonly kind: 'stop' } | { readonly kind: 'metrics' };

/** Holds the number of the worker, from 1 on. */
export const workerVariable = 'SALLYPORT_WORKER';

export const workerNumber = (): number | undefined =>
  cluster.isWorker && process.env[workerVariable] !== undefined ? Number(process.env[workerVariable]) : undefined;

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

const reportMs = 1_000;

/** Reports to the primary process, which reports the health of all workers. */
class ReportedHealth implements HealthReports {
  isReady = (): Promise<boolean> => Promise.resolve(false);
  readonly #timer = setInterval(() => void this.report(), reportMs).unref();
  #lastReady = false;
  #check: Promise<boolean> | undefined;

  async report(): Promise<void> {
    // Sent before the check, which waits for the database: a worker that does so is alive.
    void send({ kind: 'health', isReady: this.#lastReady });
    this.#check ??= this.isReady()
      .catch(() => false)
      .finally(() => (this.#check = undefined));
    const isReady = await this.#check;
    if (isReady !== this.#lastReady) await send({ kind: 'health', isReady: (this.#lastReady = isReady) });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const failureOf = (error: unknown): Failure => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { message, stack, isStartError: error instanceof StartError };
};

/** Serves as one of the workers until the primary process says to stop; the process ends with it. */
export const runWorker = async (config: Config, number: number): Promise<void> => {
  // A terminal and a service manager signal all processes; only the primary process decides what they do.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  let metrics: Metrics | undefined;
  const stopped = new Promise<void>((resolve) => {
    process.on('message', ({ kind }: PrimaryMessage) => {
      if (kind === 'stop') resolve();
      else void metrics?.values().then((values) => send({ kind: 'metrics', values }));
    });
  });
  try {
    const { startServer } = await import('../main.ts');
    limitHeapGrowth();
    const server = await startServer(
      workerConfig(config),
      createWorkerLog(config.logLevel, config.logFormat, number),
      undefined,
      {
        health: new ReportedHealth(),
        setMetrics: (created) => (metrics = created),
      },
    );
    await send({ kind: 'listening', facts: await startFacts(server) });
    await stopped;
    await server.stop();
    cluster.worker!.disconnect();
  } catch (error) {
    await send({ kind: 'failed', failure: failureOf(error) });
    process.exit(1);
  }
};
