// Measures the effect of an attack on another client: its waiting times, and the memory of the server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killOnExit, pause } from './processes.mjs';

/** The limits that every attack must stay within. */
export const aims = { p99Ms: 100, worstMs: 250, megabytes: 400 };

const leastMs = 3000;
const mostMs = 180_000;

const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const startProbe = async (order) => {
  const child = killOnExit(fork(join(import.meta.dirname, 'probe.mjs')));
  const warm = once(child, 'message');
  child.send(order);
  await warm;
  return {
    reset: () => child.send('reset'),
    end: async () => {
      const report = once(child, 'message');
      child.send('end');
      const [{ quiet, waits, failures }] = await report;
      return {
        quietMs: percentile(quiet, 0.99),
        p99Ms: percentile(waits, 0.99),
        worstMs: Math.max(0, ...waits),
        count: waits.length,
        failures,
      };
    },
  };
};

/** Resets the peak memory counter of the process. */
export const resetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
export const peakMegabytes = (pid) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000;

/** Repeats an attack for a few seconds, or waits for a long one to end. Returns the number of each response. */
const attackFor = async (attack) => {
  const answers = new Map();
  const started = performance.now();
  do for (const answer of await attack()) answers.set(answer, (answers.get(answer) ?? 0) + 1);
  while (performance.now() - started < leastMs);
  return answers;
};

const withTimeLimit = (work) =>
  Promise.race([
    work,
    pause(mostMs, undefined, { ref: false }).then(() => {
      throw new Error(`the attack did not end after ${mostMs / 1000} s`);
    }),
  ]);

/** Attacks a server while another client uses it; returns its measurements, with a line for each exceeded limit. */
export const measure = async (
  { url, pid, token, secretPath },
  attack,
  { hasMemoryAim = false, accepts = (answer) => (answer >= 200 && answer < 500) || answer === 503 } = {},
) => {
  const probe = await startProbe({ url, token, secretPath });
  await pause(1000);
  probe.reset();
  resetPeak(pid);
  const problems = [];
  const answers = await withTimeLimit(attackFor(attack)).catch((error) => {
    problems.push(`failed: ${error.message}`);
    return new Map();
  });
  const { quietMs, p99Ms, worstMs, failures } = await probe.end();
  const megabytes = peakMegabytes(pid);
  if (p99Ms > aims.p99Ms) problems.push(`missed: p99 ${p99Ms.toFixed(0)} ms, the limit is ${aims.p99Ms}`);
  if (worstMs > aims.worstMs)
    problems.push(`missed: ${worstMs.toFixed(0)} ms maximum latency, the limit is ${aims.worstMs}`);
  if (hasMemoryAim && megabytes > aims.megabytes)
    problems.push(`missed: ${megabytes.toFixed(0)} MB of memory, the limit is ${aims.megabytes}`);
  if (failures.length > 0)
    problems.push(`wrong: ${failures.length} requests of the other client failed: ${failures[0]}`);
  for (const answer of answers.keys()) if (!accepts(answer)) problems.push(`wrong: the attacker got ${answer}`);
  const done = [...answers].map(([answer, count]) => `${count} x ${answer}`).join(', ');
  return {
    done,
    problems,
    measured: `p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms (before: p99 ${quietMs.toFixed(0)} ms), ${megabytes.toFixed(0)} MB`,
  };
};
