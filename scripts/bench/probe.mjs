// Loaded into a process that is measured: answers over its channel what the process has used so far, and profiles it
// when asked to. The figures that the system itself has are in ticks of 10 ms, and every system has them elsewhere.
let session;

const answers = {
  usage: () => {
    const { user, system } = process.cpuUsage();
    return {
      processorMicroseconds: user + system,
      residentMiB: process.memoryUsage.rss() / 2 ** 20,
      peakMiB: process.resourceUsage().maxRSS / 2 ** 10,
    };
  },
  startProfile: async () => {
    const { Session } = await import('node:inspector/promises');
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
  },
  stopProfile: async () => (await session.post('Profiler.stop')).profile,
};

process.on('message', async (question) => process.send({ answer: await answers[question]() }));
// The program ends when it wants to, not when nobody asks any more.
process.channel.unref();
