// PostgreSQL stops or is killed under load, and restarts: the nodes reconnect by themselves.
import { someChanges } from '../kills.mjs';
import { Postgres } from '../postgres.mjs';
import { pause, randomBetween } from '../processes.mjs';
import { untilReady } from '../ready.mjs';
import { Site } from '../site.mjs';
import { postgresStorage } from '../storage.mjs';

const endings = [(server) => server.stop('immediate'), (server) => server.kill(), (server) => server.stop('fast')];

const stopDatabase = async ({ cycles, progress }) => {
  const server = await Postgres.create();
  await server.start();
  const site = new Site(postgresStorage(await server.newDatabase('stops')), 2);
  try {
    await site.open();
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      site.writers.resume();
      await someChanges(site);
      await endings[cycle % endings.length](server);
      await pause(randomBetween(0, 300));
      await server.start();
      await untilReady(site.nodes);
      await pause(randomBetween(0, 200));
      await site.writers.pause();
      await site.check();
      progress(
        `cycle ${cycle + 1} of ${cycles}: ${site.model.totals.acknowledged} acknowledged, ${site.problems.length} problems`,
      );
    }
    await site.check({ isAll: true });
  } finally {
    await site.close();
    await server.stop('immediate').catch(() => undefined);
  }
  const { acknowledged, inDoubt } = site.model.totals;
  return { done: `${cycles} stops and kills of PostgreSQL`, acknowledged, inDoubt, problems: site.problems };
};

export const scenarios = [{ name: 'database stops', on: 'postgres', run: stopDatabase }];
