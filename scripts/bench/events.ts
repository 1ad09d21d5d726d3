// `npm run bench:events [streams]`: many open streams on one built server, on SQLite, with a second process as their
// client. Measures the memory per stream, the time of an event from its commit to the last stream, and the effect on
// ordinary requests.
import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import { pause } from './processes.ts';
import { addSecrets, bootstrap, newProject, secretName } from './seed.ts';
import { deployments } from './deployments.ts';
import { Streams } from './streams.ts';

const count = Number(process.argv[2] ?? 10_000);
const events = 20;
const targets = { kibibytes: 30, arrivalMs: 250, p99Ms: 50 };

const {
  nodes: [server],
} = await deployments.SQLite();
const token = await bootstrap(server);
const project = await newProject(server, token, 'Bench');
const folder = { projectId: project.id, environment: 'dev', secretPath: '/' };
await addSecrets(server, token, folder, 1);
await server.ready();
const read = `${server.url}/api/v4/secrets/${secretName(0)}?projectId=${project.id}&environment=dev`;

const requests = async (seconds: number) =>
  await autocannon({
    url: read,
    connections: 4,
    overallRate: 200,
    duration: seconds,
    headers: { Authorization: `Bearer ${token}` },
  });

/** Memory in KiB after garbage collection had time to run. */
const settledMemory = async (): Promise<number> => {
  let [least, before] = [Infinity, Infinity];
  for (let round = 0; round < 5 || least < before; round += 1) {
    before = least;
    await pause(1000);
    least = Math.min(least, (await server.usage()).residentMiB * 1024);
  }
  return least;
};

// Warms up, so that memory of the first requests does not count as that of the streams.
await requests(5);
const before = await settledMemory();
const streams = new Streams({ urls: [server.url], token, projectId: project.id, count });
const opened = await streams.open();
console.log(`${count} streams were opened in ${(count / opened.perSecond).toFixed(1)} s`);
const after = await settledMemory();
const quiet = await requests(5);

/** Sends events in sequence; returns the sorted delays from the response of the write to the last stream. */
const sendEvents = async (): Promise<number[]> => {
  const arrivals: number[] = [];
  for (let number = 1; number <= events; number += 1) {
    arrivals.push(
      await streams.measureDelay(() =>
        server.call('PATCH', `/api/v4/secrets/${secretName(0)}`, token, { ...folder, secretValue: String(number) }),
      ),
    );
    await pause(250);
  }
  return arrivals.sort((one, other) => one - other);
};

const processorBefore = (await server.usage()).processorMicroseconds;
const alone = await sendEvents();
const processorEach = ((await server.usage()).processorMicroseconds - processorBefore) / 1000 / events;
const concurrentRequests = requests(20);
const arrivals = await sendEvents();
const busy = await concurrentRequests;

const resultText = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
const each = (after - before) / count;
console.log(
  `load average at the end: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
);
console.log(
  `memory           ${(before / 1024).toFixed(0)} MiB before, ${(after / 1024).toFixed(0)} MiB with streams: ${each.toFixed(1)} KiB each (at most ${targets.kibibytes}: ${resultText(each <= targets.kibibytes)})`,
);
for (const [name, times] of [
  ['alone', alone],
  ['during other requests', arrivals],
] as const) {
  const [median, worst] = [times[times.length >> 1]!, times.at(-1)!];
  console.log(
    `one event to all, ${name}: median ${median} ms, worst of ${times.length} ${worst} ms after its commit (at most ${targets.arrivalMs}: ${resultText(median <= targets.arrivalMs)}, worst ${resultText(worst <= targets.arrivalMs)})`,
  );
}
console.log(`                 ${processorEach.toFixed(0)} ms of processor time of the server per event`);
for (const [
  name,
  {
    latency,
    requests: { average },
  },
] of [
  ['without events', quiet],
  ['during events', busy],
] as const) {
  console.log(
    `read, ${name.padEnd(20)} ${average.toFixed(0)} per second, p50 ${latency.p50} ms, p99 ${latency.p99} ms (p99 under ${targets.p99Ms}: ${resultText(latency.p99 < targets.p99Ms)})`,
  );
}

await streams.close();
await server.stop();
