// Kills at random moments, under load, at the start and during key rotation; after each of them everything that was
// acknowledged is checked.
import { pause, pick, randomBetween, until } from './processes.mjs';

/** Waits for a number of acknowledged changes, independently of the machine's speed, or until there is no progress. */
export const someChanges = async (site, most = 400) => {
  const target = site.model.totals.acknowledged + Math.random() ** 2 * most;
  const end = Date.now() + 5000;
  while (site.model.totals.acknowledged < target && Date.now() < end) await pause(2);
  await pause(randomBetween(0, 20));
};

const underLoad = async (site, { victims, afterMs }) => {
  site.writers.resume();
  await someChanges(site);
  const killedAt = Date.now();
  await Promise.all(victims.map((node) => node.kill()));
  // The other node, if there is one, keeps serving.
  if (victims.length < site.nodes.length) await pause(afterMs);
  return killedAt;
};

/** Kills the nodes again during their start, at a random moment. */
const duringStart = async (site, options) => {
  const killedAt = await underLoad(site, options);
  let kills = options.victims.length;
  for (const node of options.victims) {
    for (let times = 1 + Math.floor(Math.random() * 2); times > 0; times -= 1) {
      node.begin();
      await pause(randomBetween(0, node.startMs * 1.1));
      await node.kill();
      kills += 1;
    }
  }
  return { killedAt, kills };
};

const startRotation = async (site) => {
  const call = site.caller();
  try {
    return (await call('POST', '/api/v1/admin/key-rotation')).keyRotation;
  } finally {
    call.close();
  }
};

/** Makes a rotation count as interrupted at once, rather than a minute after its node was killed. */
const expireRotation = (site) =>
  site.execute(`update key_rotation set "renewedAt" = '2020-01-01T00:00:00.000Z' where "finishedAt" is null`);

const duringRotation = async (site, options) => {
  await expireRotation(site);
  await startRotation(site);
  return underLoad(site, options);
};

/** Completes the interrupted rotation; everything must be readable afterwards. */
export const finishRotation = async (site) => {
  await expireRotation(site);
  await until('the end of the rotation', async () => {
    const { status, error } = await startRotationIfNeeded(site);
    if (error) throw new Error(`the rotation failed: ${error}`);
    return status === 'idle';
  });
};

const startRotationIfNeeded = async (site) => {
  const call = site.caller();
  try {
    const { keyRotation } = await call('GET', '/api/v1/admin/key-rotation');
    return keyRotation.status === 'interrupted'
      ? (await call('POST', '/api/v1/admin/key-rotation')).keyRotation
      : keyRotation;
  } finally {
    call.close();
  }
};

const kinds = { 'under load': underLoad, 'at the start': duringStart, 'while keys are rotated': duringRotation };

/** Alternates between kills under load, at the start and during a rotation. */
export const kindOf = (cycle) => Object.keys(kinds)[cycle % 3];

const victimsIn = ({ nodes }) => (nodes.length === 1 || Math.random() < 0.3 ? nodes : [pick(nodes)]);

/**
 * One cycle: load, kill, restart, check. `readGraceMs` is how long before the kill a read may have been answered
 * without an audit log entry; without it, entries of reads are not checked.
 */
export const killCycle = async (site, kind, { readGraceMs } = {}) => {
  const victims = victimsIn(site);
  const result = await kinds[kind](site, { victims, afterMs: randomBetween(20, 300) });
  const { killedAt, kills } = typeof result === 'number' ? { killedAt: result, kills: victims.length } : result;
  await site.writers.pause();
  for (const node of victims) await node.start();
  const found = await site.check({ readsUntil: readGraceMs === undefined ? undefined : killedAt - readGraceMs });
  return { kills, found };
};
