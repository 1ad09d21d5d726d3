// SIGKILL under load, at the start and during key rotation.
import { finishRotation, killCycle, kindOf } from '../kills.mjs';
import { Postgres } from '../postgres.mjs';
import { Site } from '../site.mjs';
import { postgresStorage, sqliteStorage } from '../storage.mjs';

/** A kill may lose the entries of reads that were answered in the last 100 ms. */
const readGraceMs = 100;

/** Runs cycles of every kind, then checks everything that was ever acknowledged. */
export const killRepeatedly = async (site, { cycles, progress, ...options }) => {
  let kills = 0;
  await site.open();
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const kind = kindOf(cycle);
      const before = site.problems.length;
      const result = await killCycle(site, kind, options);
      kills += result.kills;
      for (const problem of site.problems.slice(before)) progress?.(`problem: ${problem}`);
      progress?.(
        `cycle ${cycle + 1} of ${cycles}, killed ${kind}: ${site.model.totals.acknowledged} acknowledged, ${site.problems.length} problems`,
      );
    }
    await finishRotation(site);
    await site.check({ isAll: true });
  } finally {
    await site.close();
  }
  const { acknowledged, inDoubt, reads } = site.model.totals;
  return {
    done: `${kills} kills in ${cycles} cycles`,
    acknowledged,
    inDoubt,
    problems: site.problems,
    measured: `${reads.toLocaleString('en')} reads after writes`,
  };
};

/** Two nodes on one PostgreSQL, of which one or both are killed. */
const killNodes = async (options) => {
  const server = await Postgres.create();
  await server.start();
  try {
    return await killRepeatedly(new Site(postgresStorage(await server.newDatabase('kills')), 2), {
      ...options,
      readGraceMs,
    });
  } finally {
    await server.stop('immediate');
  }
};

export const scenarios = [
  {
    name: 'kills',
    on: 'sqlite',
    run: (options) => killRepeatedly(new Site(sqliteStorage()), { ...options, readGraceMs }),
  },
  { name: 'kills', on: 'postgres', run: killNodes },
];
