// PostgreSQL with a synchronous standby: the primary is killed, the standby promoted, and the nodes follow. Nothing
// acknowledged is lost, because every commit was on both. The old primary returns as a copy of the new one, on its old
// port, and the next failover goes the other way.
import { someChanges } from '../kills.mjs';
import { Postgres, password, user } from '../postgres.mjs';
import { freePort, pause, randomBetween, until } from '../processes.mjs';
import { untilReady } from '../ready.mjs';
import { Site } from '../site.mjs';
import { postgresStorage } from '../storage.mjs';

const database = 'standby';

/** Starts a copy of a stopped server as its synchronous standby. */
const startWithStandby = async (primary, port) => {
  const standby = primary.copy(port);
  primary.configure({ synchronous_standby_names: `''` });
  standby.configure({ synchronous_standby_names: `''` });
  standby.follow(primary, 'other');
  await primary.start();
  await standby.start();
  primary.configure({ synchronous_standby_names: `'other'`, synchronous_commit: 'on' });
  await primary.reload();
  await until(
    'a synchronous standby',
    async () => (await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'")).length > 0,
  );
  return standby;
};

const failOver = async ({ cycles, progress }) => {
  const count = Math.max(2, Math.round(cycles / 5));
  let primary = await Postgres.create();
  let standby = await startWithStandby(primary, await freePort());
  await primary.newDatabase(database);
  const hosts = `${primary.address},${standby.address}`;
  const site = new Site(postgresStorage(primary.url(database)), 2, {
    DATABASE_URL: `postgres://${user}:${password}@${hosts}/${database}?target_session_attrs=read-write`,
  });
  try {
    await site.open();
    for (let cycle = 0; cycle < count; cycle += 1) {
      site.writers.resume();
      await someChanges(site);
      await (cycle % 2 ? primary.stop('immediate') : primary.kill());
      await standby.promote();
      await untilReady(site.nodes);
      await pause(randomBetween(100, 500));
      await site.writers.pause();
      site.storage.DATABASE_URL = standby.url(database);
      await site.check();
      progress(
        `failover ${cycle + 1} of ${count}: ${site.model.totals.acknowledged} acknowledged, ${site.problems.length} problems`,
      );
      await standby.stop('fast');
      [primary, standby] = [standby, await startWithStandby(standby, primary.port)];
      await untilReady(site.nodes);
    }
    await site.check({ isAll: true });
  } finally {
    await site.close();
    for (const server of [standby, primary]) await server.stop('immediate').catch(() => undefined);
  }
  const { acknowledged, inDoubt } = site.model.totals;
  return { done: `${count} failovers`, acknowledged, inDoubt, problems: site.problems };
};

export const scenarios = [{ name: 'failover to a standby', on: 'postgres', run: failOver }];
