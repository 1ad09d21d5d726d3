// A backup under load, restored elsewhere: it contains everything that was acknowledged before it started, and nothing
// incomplete.
import { join } from 'node:path';
import { someChanges } from '../kills.mjs';
import { observe } from '../observe.mjs';
import { newFolder, removeFolder, runCommand, startServer } from '../processes.mjs';
import { Site } from '../site.mjs';
import { damageOf, sqliteStorage } from '../storage.mjs';

const isIn = (states, state) => states.some((one) => JSON.stringify(one) === JSON.stringify(state));

/** Each object may have its state at the start of the backup, or any later state. */
const problemsIn = (model, began, { states, uses }) => {
  const problems = [];
  for (const [key, state] of states) {
    const { past, state: last, doubt } = model.slots.get(key);
    const allowed = [...past, last, ...(doubt ? [doubt.state] : [])].slice(began.slots.get(key));
    if (!isIn(allowed, state))
      problems.push(`lost: ${key} is ${JSON.stringify(state)} in the backup instead of ${JSON.stringify(allowed[0])}`);
  }
  for (const [key, count] of uses) {
    const least = began.counters.get(key);
    if (count < least) problems.push(`lost: ${key}: ${count} counted in the backup, ${least} acknowledged before`);
  }
  return problems;
};

const momentOf = ({ slots, counters }) => ({
  slots: new Map([...slots].map(([key, { past }]) => [key, past.length])),
  counters: new Map([...counters].map(([key, { uses, acknowledged }]) => [key, uses + acknowledged])),
});

const expectDone = ({ code, output }, what) => {
  if (code !== 0) throw new Error(`${what} failed: ${output}`);
};

const restoreAndLook = async (site, file, began) => {
  const folder = newFolder();
  const restored = sqliteStorage(folder);
  expectDone(await runCommand(['restore', file], restored), 'sallyport restore');
  const server = await startServer(restored);
  try {
    // Objects created after the start of the backup may be missing.
    const slots = new Map([...site.model.slots].filter(([key]) => began.slots.has(key)));
    const counters = new Map([...site.model.counters].filter(([key]) => began.counters.has(key)));
    const model = { slots, counters, histories: new Map() };
    const observed = await observe({
      url: server.url,
      organization: site.organization,
      model,
      since: Date.now(),
      isAll: true,
    });
    return [...problemsIn(model, began, observed), ...(await damageOf(restored))];
  } finally {
    await server.kill();
    removeFolder(folder);
  }
};

const backUp = async ({ cycles, progress }) => {
  const count = Math.max(2, Math.round(cycles / 5));
  const site = new Site(sqliteStorage());
  const problems = [];
  try {
    await site.open();
    for (let cycle = 1; cycle <= count; cycle += 1) {
      const file = join(newFolder(), 'backup.db');
      site.writers.resume();
      await someChanges(site);
      const began = momentOf(site.model);
      expectDone(await runCommand(['backup', file], site.storage), 'sallyport backup');
      await someChanges(site, 50);
      await site.writers.pause();
      problems.push(...(await restoreAndLook(site, file, began)));
      await site.check();
      progress(
        `backup ${cycle} of ${count}: ${site.model.totals.acknowledged} acknowledged, ${problems.length} problems`,
      );
    }
  } finally {
    await site.close();
  }
  const { acknowledged, inDoubt } = site.model.totals;
  return {
    done: `${count} backups under load, restored`,
    acknowledged,
    inDoubt,
    problems: [...problems, ...site.problems],
  };
};

export const scenarios = [{ name: 'backup and restore', on: 'sqlite', run: backUp }];
