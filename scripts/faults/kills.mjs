// Kills at random moments: under load, at the start and while keys are rotated; and after each of them a look at
// everything that was acknowledged.
import { pause, pick, randomBetween, until } from './processes.mjs';

/**
 * A moment that does not depend on how fast the machine is: after so many acknowledged changes, unless nothing moves
 * any more.
 */
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
  // The other node serves on, if there is one.
  if (victims.length < site.nodes.length) await pause(afterMs);
  return killedAt;
};

/** Killed again while they start, at any moment of it. */
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

/** A rotation counts as interrupted a minute after its node was killed: here at once. */
const expireRotation = (site) =>
  site.execute(`update key_rotation set "renewedAt" = '2020-01-01T00:00:00.000Z' where "finishedAt" is null`);

const duringRotation = async (site, options) => {
  await expireRotation(site);
  await startRotation(site);
  return underLoad(site, options);
};

/** What was interrupted is finished, and everything can be read afterwards. */
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

/** Of a load, a start and a rotation, one after the other. */
export const kindOf = (cycle) => Object.keys(kinds)[cycle % 3];

const victimsIn = ({ nodes }) => (nodes.length === 1 || Math.random() < 0.3 ? nodes : [pick(nodes)]);

/**
 * One cycle: load, a kill, another start, a look. `readGraceMs` says how long before the kill a read may have been
 * answered without an entry in the audit log; without it the entries of reads are not looked at.
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
