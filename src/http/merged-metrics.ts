import type * as promClient from 'prom-client';
import type { MetricValues } from './metrics.ts';

type Metric = MetricValues[number];

/** Prometheus takes a lower count for a restart of the server, so the counts of ended workers stay included. */
const isCount = ({ type }: Metric): boolean => ['counter', 'histogram'].includes(String(type));

/** The start of the server is that of this process; prom-client would leave it out. */
const withStart = (metric: Metric): Metric =>
  metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'first' } : metric;

/** Merges the metrics of worker processes into those of one server. */
export class MergedMetrics {
  readonly #client: typeof promClient.default;
  readonly #own: promClient.Registry;
  /** What each worker reported last. */
  readonly #latest = new Map<number, MetricValues>();
  /** The last counts of workers that have ended. */
  #ended = Promise.resolve<MetricValues>([]);

  private constructor(client: typeof promClient.default) {
    this.#client = client;
    this.#own = new client.Registry();
    client.collectDefaultMetrics({ register: this.#own });
  }

  static async create(): Promise<MergedMetrics> {
    return new MergedMetrics((await import('prom-client')).default);
  }

  add(worker: number, values: MetricValues): void {
    this.#latest.set(worker, values);
  }

  end(worker: number): void {
    const counts = this.#latest.get(worker)?.filter(isCount);
    this.#latest.delete(worker);
    if (counts) this.#ended = this.#ended.then((ended) => this.#merge([ended, counts]).getMetricsAsJSON());
  }

  /** Returns the metrics in the text format of Prometheus; those of the process include this one. */
  async render(): Promise<string> {
    const own = (await this.#own.getMetricsAsJSON()).filter(({ name }) => name.startsWith('process_')).map(withStart);
    return this.#merge([own, await this.#ended, ...this.#latest.values()]).metrics();
  }

  #merge(all: readonly MetricValues[]): promClient.Registry {
    return this.#client.AggregatorRegistry.aggregate([...all]);
  }
}
