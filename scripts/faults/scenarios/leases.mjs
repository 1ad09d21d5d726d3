// The server, the target, or both are killed at every step of leases and rotations. Then the users in the target are
// those of the active leases, and whoever has read a rotated password can log in with it.
import { callerOf } from '../connection.mjs';
import { LeaseSite } from '../leases/site.mjs';
import { stepOf, textOf } from '../leases/steps.mjs';
import { Postgres } from '../postgres.mjs';
import { postgresStorage, sqliteStorage } from '../storage.mjs';

/** Runs the cycles; at the end all leases are revoked, and nothing may be left in the target. */
export const killAtSteps = async (site, { cycles, first = 0, progress }) => {
  try {
    await site.open();
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const before = site.problems.length;
      const step = stepOf(first + cycle);
      await site.cycle(step);
      for (const problem of site.problems.slice(before)) progress?.(`problem: ${problem}`);
      progress?.(`cycle ${cycle + 1} of ${cycles}, ${textOf(step)}: ${site.load.totals.created} leases`);
    }
    const call = callerOf(site.nodes[0].url, site.token);
    await site.revokeAll(call);
    call.close();
    for (const name of await site.target.users()) site.problems.push(`lost: the user ${name} is left`);
  } finally {
    await site.close();
  }
  const { created, renewed, revoked, rotated, logins, inDoubt } = site.load.totals;
  return {
    done: `${site.kills} kills in ${cycles} cycles`,
    acknowledged: created + renewed + revoked + rotated,
    inDoubt,
    problems: site.problems,
    measured: `${created} leases, ${renewed} renewals, ${revoked} revocations, ${rotated} rotations, ${logins} logins; ${site.missedSteps} steps missed`,
  };
};

const killNodes = async (options) => {
  const server = await Postgres.create();
  await server.start();
  try {
    return await killAtSteps(new LeaseSite(postgresStorage(await server.newDatabase('leases')), 2), options);
  } finally {
    await server.stop('immediate');
  }
};

export const scenarios = [
  { name: 'kills of leases', on: 'sqlite', run: (options) => killAtSteps(new LeaseSite(sqliteStorage(), 1), options) },
  { name: 'kills of leases', on: 'postgres', run: killNodes },
];
