// Loaded into a measured process: reports its resource usage over the IPC channel, and profiles it on request. The
// figures of the operating system have a resolution of 10 ms, and differ between systems.
let session;

const commands = {
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
  stopProfile: async () => {
    const { profile } = await session.post('Profiler.stop');
    // An open session would prevent the program from ending.
    session.disconnect();
    return profile;
  },
};

process.on('message', async (name) => process.send({ result: await commands[name]() }));
// The open channel would prevent the program from ending.
process.channel.unref();
