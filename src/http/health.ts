import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { Log } from '../platform/log.ts';
import { healthThread } from './health-thread.ts';
import { listenError } from './server.ts';

export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  /** Whether the thread serves metrics too. */
  readonly hasMetrics: boolean;
  /** How long the main thread may not report before it counts as hanging. */
  readonly silentMs?: number;
  /** How long the main thread may take to provide the metrics. */
  readonly metricsMs?: number;
  /** When the server last showed that it is alive, by the monotonic clock; now, unless other processes serve. */
  readonly aliveAt?: () => bigint;
}

/** Where a server reports that it is alive, and whether it is ready. */
export interface HealthReports {
  /** Called for every report. */
  isReady: () => Promise<boolean>;
  report(): Promise<void>;
  close(): Promise<void> | void;
}

const reportMs = 1_000;

/**
 * Serves `/healthz` and `/readyz` on a separate port from a separate thread, so that a busy server is not mistaken for
 * one that hangs. Healthy means that the main thread has reported recently; ready is what it reported last.
 */
export class HealthServer implements HealthReports {
  readonly port: number;
  readonly hasMetrics: boolean;
  readonly #thread: Worker;
  readonly #report: BigInt64Array;
  readonly #timer: NodeJS.Timeout;
  readonly #aliveAt: () => bigint;
  #isReady: () => Promise<boolean> = () => Promise.resolve(false);
  #render: (() => Promise<string>) | undefined;
  #readyCheck: Promise<boolean> | undefined;

  private constructor(
    thread: Worker,
    report: BigInt64Array,
    { port, hasMetrics, aliveAt }: Pick<Required<HealthOptions>, 'port' | 'hasMetrics' | 'aliveAt'>,
    log: Log,
  ) {
    this.#thread = thread;
    this.#report = report;
    this.port = port;
    this.hasMetrics = hasMetrics;
    this.#aliveAt = aliveAt;
    thread.on('message', () => void this.#sendMetrics());
    thread.on('error', (err) => log.error({ err }, 'health thread failed'));
    thread.unref();
    this.#timer = setInterval(() => void this.report(), reportMs).unref();
  }

  static async start(
    {
      host,
      port,
      hasMetrics,
      silentMs = 30_000,
      metricsMs = 5_000,
      aliveAt = () => process.hrtime.bigint(),
    }: HealthOptions,
    log: Log,
  ): Promise<HealthServer> {
    const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
    const report = new BigInt64Array(shared);
    Atomics.store(report, 0, process.hrtime.bigint());
    const thread = new Worker(healthThread, {
      name: 'health',
      eval: true,
      execArgv: [],
      workerData: { host, port, shared, silentMs, metricsMs, hasMetrics },
    });
    const [started] = (await once(thread, 'message')) as [{ port: number } | NodeJS.ErrnoException];
    if ('port' in started) return new HealthServer(thread, report, { port: started.port, hasMetrics, aliveAt }, log);
    await thread.terminate();
    throw listenError(host, port, started);
  }

  /** Called every second. */
  set isReady(isReady: () => Promise<boolean>) {
    this.#isReady = isReady;
  }

  set metrics(render: () => Promise<string>) {
    this.#render = render;
  }

  /** Reports that the main thread is alive, and whether it is ready. */
  async report(): Promise<void> {
    Atomics.store(this.#report, 0, this.#aliveAt());
    // One check at a time, even if the database does not respond.
    this.#readyCheck ??= this.#isReady()
      .catch(() => false)
      .finally(() => (this.#readyCheck = undefined));
    Atomics.store(this.#report, 1, (await this.#readyCheck) ? 1n : 0n);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread.terminate();
  }

  async #sendMetrics(): Promise<void> {
    this.#thread.postMessage(await this.#render?.().catch(() => undefined));
  }
}

/** Starts the health server if it is configured; it serves the metrics too if they have the same address. */
export const startHealth = async (
  { health, metrics }: Pick<Config, 'health' | 'metrics'>,
  log: Log,
  aliveAt?: () => bigint,
): Promise<HealthServer | undefined> => {
  if (!health) return undefined;
  const hasMetrics = health.host === metrics?.host && health.port === metrics.port;
  return HealthServer.start({ ...health, hasMetrics, ...(aliveAt && { aliveAt }) }, log);
};
