// `npm run bench:growth`: what requests, the start, a backup and the database cost with a hundred objects and with a
// million. Prints a table as soon as it is measured. See README.md beside this file.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closeDeployments } from './deployments.ts';
import { createBase } from './growth/base.ts';
import { measureSeries, type SeriesResult } from './growth/measure.ts';
import { allSeries } from './growth/series.ts';
import { newStorage } from './growth/storage.ts';
import { measureSubscribers } from './growth/subscribers.ts';
import { growthTable } from './growth/table.ts';
import { describeMachine } from './machine.ts';
import { currentRuntime } from './runtime.ts';
import { startServer } from './server.ts';

const {
  values: { short, only, on },
} = parseArgs({
  options: {
    /** A minute or two: small sizes and few requests. */
    short: { type: 'boolean', default: false },
    /** Series whose names match this pattern. */
    only: { type: 'string', default: '' },
    /** SQLite or PostgreSQL. */
    on: { type: 'string', default: 'SQLite' },
  },
});

const pace = short ? { requests: 20, seconds: 2 } : { requests: 150, seconds: 6 };
const subscriberCounts = short ? [1, 10, 100] : [1, 100, 10_000];
const events = short ? 5 : 20;

const kindOf = (name: string): keyof typeof newStorage => {
  const kinds = Object.keys(newStorage) as (keyof typeof newStorage)[];
  const kind = kinds.find((each) => each.toLowerCase() === name.toLowerCase());
  if (!kind) throw new Error(`--on=${name} is none of ${kinds.join(', ')}`);
  return kind;
};

const show = (result: SeriesResult): void =>
  console.log(`\n${growthTable(result)}\n\nLoad average ${loadavg()[0]!.toFixed(1)} at the end.`);

const run = async (kind: keyof typeof newStorage): Promise<void> => {
  const { processor, cores, memoryGiB, system, node } = describeMachine(currentRuntime.version);
  console.log(
    `${kind}, ${new Date().toISOString().slice(0, 10)}: ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, load average ${loadavg()[0]!.toFixed(1)} at the start.`,
  );
  const pattern = new RegExp(only, 'i');
  const origin = await newStorage[kind]();
  const server = await startServer(currentRuntime, origin.environment);
  const base = await createBase(server);
  await server.stop();
  for (const series of allSeries.filter(({ name }) => pattern.test(name)))
    show(await measureSeries(series, short ? series.shortSizes : series.sizes, { base, origin }, pace));
  if (pattern.test('subscribers')) show(await measureSubscribers(subscriberCounts, { base, origin }, events));
};

try {
  await run(kindOf(on));
} finally {
  await closeDeployments();
}
