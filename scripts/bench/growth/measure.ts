import { Agent, request as send } from 'node:http';
import { loadResultOf, type LoadResult } from '../load-result.ts';
import { currentRuntime } from '../runtime.ts';
import { startServer, type Server } from '../server.ts';
import type { Base } from './base.ts';
import type { GrowthRequest, GrowthScenario, Series } from './series.ts';
import type { GrowthStorage } from './storage.ts';

/** A server with its data of one size. */
interface Sized {
  readonly size: number;
  readonly server: Server;
  readonly storage: GrowthStorage;
  readonly seedSeconds: number;
  readonly startSeconds: number;
}

/** One line of a table: a figure for each size. */
export interface GrowthRow {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'MiB';
  /** The median, and the 99th percentile of several measurements. */
  readonly figures: readonly Pick<LoadResult, 'p50' | 'p99'>[];
}

export interface SeriesResult {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly rows: readonly GrowthRow[];
}

/** How many requests of each kind are sent at most, and for how long. */
export interface Pace {
  readonly requests: number;
  readonly seconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request that must succeed; returns the milliseconds until the end of its response. */
const time = (url: string, { method = 'GET', path, token, body }: GrowthRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = {
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    };
    const startedAt = performance.now();
    const outgoing = send(url + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks).toString()}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });

const warmUp = 5;

/** Sends each request to all sizes in turn, so that other load on the machine affects all alike. */
const measureScenario = async (
  scenarios: readonly GrowthScenario[],
  sized: readonly Sized[],
  pace: Pace,
): Promise<GrowthRow> => {
  const each = sized.map((): number[] => []);
  const times = Math.min(pace.requests, scenarios[0]!.times ?? Infinity) + warmUp;
  const endsAt = performance.now() + pace.seconds * 1000;
  for (let index = 0; index < times && (index < 2 * warmUp || performance.now() < endsAt); index += 1) {
    for (const [position, { server }] of sized.entries()) {
      const { request, before } = scenarios[position]!;
      if (before) await time(server.url, before(index));
      const milliseconds = await time(server.url, request(index));
      if (index >= warmUp) each[position]!.push(milliseconds);
    }
  }
  return { name: scenarios[0]!.name, unit: 'ms', figures: each.map((milliseconds) => loadResultOf(milliseconds, 1)) };
};

const start = async (storage: GrowthStorage): Promise<{ server: Server; startSeconds: number }> => {
  const server = await startServer(currentRuntime, storage.environment);
  await server.ready();
  return { server, startSeconds: (performance.now() - server.startedAt) / 1000 };
};

const openSize = async (series: Series, base: Base, origin: GrowthStorage, size: number): Promise<Sized> => {
  const storage = await origin.copy();
  const startedAt = performance.now();
  const rows = await storage.openRows();
  await series.fill(rows, storage.keyring, base, size);
  await rows.close();
  const seedSeconds = (performance.now() - startedAt) / 1000;
  console.error(`${series.name}: ${size.toLocaleString('en')} in ${seedSeconds.toFixed(1)} s`);
  return { size, storage, seedSeconds, ...(await start(storage)) };
};

const single = (value: number): Pick<LoadResult, 'p50' | 'p99'> => ({ p50: value, p99: value });

/** Measures one series at all of its sizes. */
export const measureSeries = async (
  series: Series,
  sizes: readonly number[],
  { base, origin }: { base: Base; origin: GrowthStorage },
  pace: Pace,
): Promise<SeriesResult> => {
  const sized: Sized[] = [];
  for (const size of sizes) sized.push(await openSize(series, base, origin, size));
  const scenarios = sized.map(({ size }) => series.scenarios(base, size));
  const rows: GrowthRow[] = [];
  for (const position of scenarios[0]!.keys())
    rows.push(
      await measureScenario(
        scenarios.map((each) => each[position]!),
        sized,
        pace,
      ),
    );
  const figures = async (of: (each: Sized) => Promise<number>): Promise<GrowthRow['figures']> => {
    const values: number[] = [];
    for (const each of sized) values.push(await of(each));
    return values.map(single);
  };
  rows.push({
    name: 'memory of the server',
    unit: 'MiB',
    figures: await figures(async ({ server }) => (await server.usage()).residentMiB),
  });
  const backups: number[] = [];
  for (const { storage } of sized) {
    const seconds = await storage.backUp();
    if (seconds !== undefined) backups.push(seconds);
  }
  if (backups.length === sized.length) rows.push({ name: 'backup', unit: 's', figures: backups.map(single) });
  for (const { server } of sized) await server.stop();
  rows.push({ name: 'database', unit: 'MiB', figures: await figures(({ storage }) => storage.mebibytes()) });
  rows.push({
    name: 'start until `/readyz` is 200',
    unit: 's',
    figures: sized.map(({ startSeconds }) => single(startSeconds)),
  });
  for (const { storage } of sized) await storage.remove();
  return { name: series.name, sizes, rows };
};
