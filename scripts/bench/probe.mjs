// Loaded into a measured process: reports its resource usage over the IPC channel, and profiles it on request. The
// figures of the operating system have a resolution of 10 ms, and differ between systems.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';

let session;

/** The processor time and memory of the worker processes, from Linux; in units of 10 ms and 4 KiB. */
const usageOfWorkers = () =>
  Object.values(cluster.workers ?? {}).map(({ process: { pid } }) => {
    const figures = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [userTicks, systemTicks, residentPages] = [figures[11], figures[12], figures[21]];
    return { processorMicroseconds: (userTicks + systemTicks) * 10_000, residentMiB: residentPages / 256 };
  });

const sum = (figures) => figures.reduce((total, figure) => total + figure, 0);

const commands = {
  usage: () => {
    const { user, system } = process.cpuUsage();
    const workers = usageOfWorkers();
    const workersMiB = sum(workers.map(({ residentMiB }) => residentMiB));
    return {
      processorMicroseconds: user + system + sum(workers.map((worker) => worker.processorMicroseconds)),
      residentMiB: process.memoryUsage.rss() / 2 ** 20 + workersMiB,
      peakMiB: process.resourceUsage().maxRSS / 2 ** 10 + workersMiB,
    };
  },
  startProfile: async () => {
    const { Session } = await import('node:inspector/promises');
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
  },
  stopProfile: async () => {
    const { profile } = await session.post('Profiler.stop');
    // An open session would prevent the program from ending.
    session.disconnect();
    return profile;
  },
};

// The channel of a worker belongs to the server.
if (cluster.isPrimary) {
  process.on('message', async (name) => process.send({ result: await commands[name]() }));
  // The open channel would prevent the program from ending.
  process.channel.unref();
}
